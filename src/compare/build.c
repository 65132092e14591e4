#include "compare/build.h"

#include <string.h>

void
build_init(struct build *build, struct arena *arena)
{
    *build = (struct build){.arena = arena};
    map_init(&build->by_key, arena);
}

void
build_clear(struct build *build)
{
    struct build cleared = {
        .arena = build->arena, .path = build->path, .module = build->module};
    *build = cleared;
    map_init(&build->by_key, build->arena);
}

static const char *
key_of(const struct build *build, const char *subject, const char *name)
{
    return arena_format(build->arena, "%s\t%s", subject, name);
}

static void
add(struct build *build, const struct observation *observation)
{
    const char *key = key_of(build, observation->subject, observation->name);
    if (map_find_string(&build->by_key, key) != NULL) {
        return; /* the first counts */
    }
    struct observation *kept = ARENA_NEW(build->arena, struct observation);
    *kept = *observation;
    ARENA_GROW(build->arena, build->items, build->n_items, build->capacity);
    build->items[build->n_items++] = kept;
    map_set_string(&build->by_key, key, kept);
}

void
build_add(struct build *build, const char *subject, const char *name, const char *value)
{
    add(build, &(struct observation){subject, name, value, false});
}

void
build_add_termination(struct build *build, const char *subject, const char *name,
                      const char *value)
{
    add(build, &(struct observation){subject, name, value, true});
}

const struct observation *
build_find(const struct build *build, const char *subject, const char *name)
{
    return map_find_string(&build->by_key, key_of(build, subject, name));
}

const char *
build_value(const struct build *build, const char *subject, const char *name)
{
    const struct observation *found = build_find(build, subject, name);
    return found != NULL ? found->value : NULL;
}

bool
build_has_type(const struct build *build, const char *subject)
{
    return build_find(build, subject, "type") != NULL;
}

bool
build_has_instance(const struct build *build, const char *subject)
{
    for (size_t i = 0; i < build->n_unseen; i++) {
        if (strcmp(build->unseen[i], subject) == 0) {
            return false;
        }
    }
    return build_has_type(build, subject);
}
