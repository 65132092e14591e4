/* One started Python that the scenarios are forked from, in place of starting one for
 * each.  A scenario is as much a process of its own as before: its own group, limits and
 * pipes, and a child of this process. */
#ifndef INSULATE_PROVE_NURSERY_H
#define INSULATE_PROVE_NURSERY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/child.h"

struct nursery;

/* Start one.  EXECUTABLE gets ENVIRONMENT ("NAME=VALUE", or "NAME" to remove it;
 * NULL-terminated) and finds its end of the conversation at DESCRIPTOR.  Returns NULL
 * where that does not work: scenarios then start their own Python, and say why not. */
struct nursery *nursery_open(struct arena *arena, const char *executable,
                             const char *const *environment, int descriptor);
/* End it; scenarios that are under way stay.  NURSERY may be NULL. */
void nursery_close(struct nursery *nursery);

/* What a scenario needs beyond the nursery's own environment. */
struct nursery_place {
    struct nursery *nursery;
    const char *const *variables; /* NULL-terminated */
    const char *folder;
    size_t memory_limit; /* bytes */
};

/* For child_request.start; DATA is a struct nursery_place.  May be called by many
 * threads, one at a time.  A nursery that failed once fails at once from then on. */
pid_t nursery_start(void *data, const int descriptors[3]);

#endif
