/* What all code of a process shares: folder, environment, locale, signal handlers,
 * standard descriptors, masks.  A module is imported into a process that belongs to
 * somebody else. */
#ifndef INSULATE_PROBE_SURROUNDINGS_H
#define INSULATE_PROBE_SURROUNDINGS_H

/* Remember how things are. */
void surroundings_keep(void);

/* Report what has changed since they were last kept or compared: a record `changed`
 * each. */
void surroundings_compare(void);

#endif
