/* Options as data: the table of a command yields its parsing, its --help and
 * the list in docs/commands.md (a test compares them). */
#ifndef INSULATE_COMMANDS_OPTION_H
#define INSULATE_COMMANDS_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* Strings in the order given; borrowed from argv. */
struct words {
    const char **items;
    size_t n_items, capacity;
};

/* Where a setting that is in effect was read: "FILE:LINE". */
struct setting_origin {
    const char *name, *place;
};

struct setting_origins {
    struct setting_origin *items;
    size_t n_items, capacity;
};

enum option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_COUNT,   /* int, one more each time */
    OPTION_WORD,    /* const char * */
    OPTION_WORDS,   /* struct words: may repeat */
    OPTION_NUMBER,  /* int, at least 1 */
    OPTION_SECONDS, /* double, above 0 */
};

struct option {
    const char *name;     /* without the dashes */
    char letter;          /* '\0': none */
    enum option_kind kind;
    size_t offset;        /* of the value in the command's options struct */
    const char *argument; /* what --help calls it; NULL for flags; "a|b|c" in
                             lower case: one of these words */
    const char *help;     /* one line */
};

#define OPTION(type, field) offsetof(type, field)

/* Parse ARGV (the words behind the command's name) by the tables, each ended by
 * an entry without a name.  `--name=value`, `--name value`, `-nvalue` and
 * `-n value` are all taken; OPERANDS gets the rest, AFTER all that follows "--",
 * GIVEN the names of the options that were there, up to the one that does not fit.
 * Returns -1 with ERROR_USAGE for a word that does not fit. */
MUST_CHECK int options_parse(struct arena *arena, const struct option *const *tables,
                             int argc, char **argv, void *values,
                             struct words *operands, struct words *after,
                             struct words *given, struct error *err);
/* Put WORD, as the value of OPTION, into VALUES (NULL for a flag: it is set).
 * Returns -1 with ERROR_USAGE where it does not fit. */
MUST_CHECK int option_store(struct arena *arena, const struct option *option,
                            const char *word, void *values, struct error *err);

void words_add(struct arena *arena, struct words *words, const char *word);
bool words_have(const struct words *words, const char *word);

#endif
