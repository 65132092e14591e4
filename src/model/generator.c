#include "model/generator.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"

static const struct {
    const char *name, *remedy, *ending, *word, *macro;
} generators[] = {
    {NULL, NULL, NULL, NULL, NULL},
#define GENERATOR(id, name, remedy, ending, word, macro) \
    {name, remedy, ending, word, macro},
#include "model/generators.inc"
#undef GENERATOR
};

const char *
generator_name(enum generator generator)
{
    return generators[generator].name;
}

const char *
generator_remedy(enum generator generator)
{
    return generators[generator].remedy;
}

enum generator
generator_named(const char *text)
{
    for (size_t i = 1; text != NULL && i < ARRAY_LENGTH(generators); i++) {
        if (string_starts(text, generators[i].name)) {
            return (enum generator)i;
        }
    }
    return GENERATOR_NONE;
}

enum generator
generator_of_macro(const char *macro)
{
    for (size_t i = 1; i < ARRAY_LENGTH(generators); i++) {
        if (generators[i].macro != NULL && strcmp(generators[i].macro, macro) == 0) {
            return (enum generator)i;
        }
    }
    return GENERATOR_NONE;
}

bool
generator_reads_name(const char *name)
{
    return generator_reading(name, NULL) != GENERATOR_NONE;
}

enum generator
generator_reading(const char *name, const char *text)
{
    for (size_t i = 1; i < ARRAY_LENGTH(generators); i++) {
        const char *ending = generators[i].ending, *word = generators[i].word;
        if (ending != NULL && string_ends(name, ending)
            && (text == NULL || word == NULL || strstr(text, word) != NULL))
        {
            return (enum generator)i;
        }
    }
    return GENERATOR_NONE;
}
