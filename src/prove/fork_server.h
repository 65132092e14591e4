/* One started Python that the scenarios are forked from, in place of starting one for
 * each.  A scenario is as much a process of its own as before: its own group, limits and
 * pipes, and a child of this process. */
#ifndef INSULATE_PROVE_FORK_SERVER_H
#define INSULATE_PROVE_FORK_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/child.h"

struct fork_server;

/* Start one.  EXECUTABLE gets ENVIRONMENT ("NAME=VALUE", or "NAME" to remove it;
 * NULL-terminated) and gets its end of the socket as DESCRIPTOR.  Returns NULL
 * where that does not work: scenarios then start their own Python, and say why not. */
struct fork_server *fork_server_open(struct arena *arena, const char *executable,
                                     const char *const *environment, int descriptor);
/* End it; running scenarios continue.  FORK_SERVER may be NULL. */
void fork_server_close(struct fork_server *fork_server);

/* What a scenario needs beyond the fork_server's own environment. */
struct fork_server_place {
    struct fork_server *fork_server;
    const char *const *variables; /* NULL-terminated */
    const char *folder;
    size_t memory_limit; /* bytes; 0: none */
};

/* For child_request.start; DATA is a struct fork_server_place.  May be called by many
 * threads, one at a time.  A fork_server that failed once fails at once from then on. */
pid_t fork_server_start(void *data, const int descriptors[3]);

#endif
