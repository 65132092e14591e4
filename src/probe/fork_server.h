/* One started Python for many scenarios: each is a forked copy of it, which the prover
 * adopts.  No extension is ever imported in the fork_server itself. */
#ifndef INSULATE_PROBE_FORK_SERVER_H
#define INSULATE_PROBE_FORK_SERVER_H

/* Starts Python and waits for requests on the descriptor of the records (protocol.h).
 * Returns in each copy, with its request in the environment and its records open;
 * never returns in the fork_server. */
void fork_server_run(char *argv0);

#endif
