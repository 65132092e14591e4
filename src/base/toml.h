/* TOML 1.0 (https://toml.io/en/v1.0.0) in, a tree out: enough for settings.
 *
 * The whole syntax is read and what breaks it is refused with its line; the
 * values of floats and dates are kept as text only.  Text is UTF-8 that a NUL ends; a
 * NUL in it (\u0000) is the two bytes C0 80, which are no UTF-8: it equals no word. */
#ifndef INSULATE_BASE_TOML_H
#define INSULATE_BASE_TOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

enum toml_kind {
    TOML_STRING,
    TOML_INTEGER,
    TOML_BOOLEAN,
    TOML_OTHER, /* a float, a date or a time */
    TOML_ARRAY,
    TOML_TABLE,
};

struct toml {
    enum toml_kind kind;
    const char *key;                  /* in a table, else "" */
    const char *text;                 /* of a string, or as written */
    int64_t integer;                  /* of TOML_INTEGER */
    bool truth;                       /* of TOML_BOOLEAN */
    unsigned line;                    /* where its key or value stands, from 1 */
    struct toml *first, *last, *next; /* members of arrays and tables */
    size_t n_members;
    struct toml **index; /* of a table with many members, by key; else NULL */
    size_t n_index;      /* places in it, a power of two */
    bool is_defined; /* a table with a header of its own, or written inline */
    bool is_closed;  /* written inline: takes no more members */
    bool is_dotted;  /* a table made by a dotted key: takes no header */
    bool is_list;    /* an array made by [[headers]] */
};

/* Read TEXT, SIZE bytes that a NUL follows.  Everything is in ARENA.
 * Errors name the line; the caller adds the file. */
MUST_CHECK int toml_read(struct arena *arena, const char *text, size_t size,
                         struct toml **out_root, struct error *err);

/* The member KEY of TABLE, or NULL (also where TABLE is NULL or no table). */
const struct toml *toml_find(const struct toml *table, const char *key);

/* "a string", "a table": what a value is, for messages. */
const char *toml_kind_name(enum toml_kind kind);

#endif
