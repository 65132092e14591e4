/* What was seen of one build of a module. */
#ifndef INSULATE_COMPARE_BUILD_H
#define INSULATE_COMPARE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/map.h"

struct observation {
    const char *subject; /* "": the module; else a way to the type */
    const char *name;
    const char *value;
    bool is_termination; /* the value says how the step ended the process */
};

struct build {
    struct arena *arena;
    const char *path;           /* as the user named it */
    const char *module;         /* importable name */
    struct observation **items; /* in the order in which they were seen */
    size_t n_items, capacity;
    struct map by_key;
    const char **unseen; /* subjects of which no instance was found */
    size_t n_unseen, unseen_capacity;
    const char *failure;    /* why the module was not imported, or NULL */
    bool is_missing;        /* there is no module of that name */
    const char *crash;      /* how the import ended the process, or NULL */
    const char *crash_rule; /* the rule that this is a finding of */
    bool is_cut;            /* a limit ended the observation early */
};

void build_init(struct build *build, struct arena *arena);
/* Forget what was seen, for another run. */
void build_clear(struct build *build);
/* All strings are borrowed, and must live as long as the build. */
void build_add(struct build *build, const char *subject, const char *name,
               const char *value);
/* The same for a step that ended the process; VALUE says how. */
void build_add_termination(struct build *build, const char *subject, const char *name,
                           const char *value);
/* What was seen of NAME, or NULL. */
const struct observation *build_find(const struct build *build, const char *subject,
                                     const char *name);
/* Its text, or NULL. */
const char *build_value(const struct build *build, const char *subject,
                        const char *name);
/* Was the type SUBJECT reached at all? */
bool build_has_type(const struct build *build, const char *subject);
/* Was an instance of it found? */
bool build_has_instance(const struct build *build, const char *subject);

#endif
