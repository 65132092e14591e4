/* One started Python for many scenarios: each is a forked copy of it, which the judge
 * adopts.  No extension is ever imported in the nursery itself. */
#ifndef INSULATE_PROBE_NURSERY_H
#define INSULATE_PROBE_NURSERY_H

/* Starts Python and waits for requests on the descriptor of the records (protocol.h).
 * Returns in each copy, with its request in the environment and its records open;
 * never returns in the nursery. */
void nursery_run(char *argv0);

#endif
