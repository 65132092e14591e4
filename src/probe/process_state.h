/* Process-wide state that a module must not change: working directory, environment,
 * locale, signal handlers, standard descriptors, masks. */
#ifndef INSULATE_PROBE_PROCESS_STATE_H
#define INSULATE_PROBE_PROCESS_STATE_H

/* Remember how things are. */
void process_state_keep(void);

/* Report what has changed since they were last kept or compared: a record `changed`
 * each. */
void process_state_compare(void);

#endif
