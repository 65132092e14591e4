/* What one condition of #if says under a build. */
#ifndef INSULATE_EXTENSION_CONDITION_H
#define INSULATE_EXTENSION_CONDITION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "extension/arithmetic.h"
#include "model/configuration.h"
#include "model/source.h"

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

/* What conditions ask for. */
struct build {
    unsigned version; /* PY_VERSION_HEX */
    bool is_open; /* all later versions count, too, with and without the limited API,
                     and other implementations of Python */
    unsigned limited; /* Py_LIMITED_API; 0: not defined */
    bool knows_gil;   /* is_free_threaded says what Py_GIL_DISABLED is */
    bool is_free_threaded;
    const struct macro_setting *settings; /* these go before all else */
    size_t n_settings;
};

enum {
    NAME_SIZE = 128, /* longest name that a condition is understood by */
    ASKED_MOST = 16, /* unknown names of one branch's conditions that are told */
};

/* What the project's directives have said of a name so far. */
struct defined_name {
    enum truth is_defined;
    struct value value;
};

/* Names to `struct defined_name`. */
struct definitions {
    struct arena *arena;
    struct map own;            /* of the file that is read */
    const struct map *headers; /* of the headers before it, or NULL */
};

/* Names that conditions ask for and nothing here knows; their first tokens. */
struct asked_names {
    size_t tokens[ASKED_MOST];
    size_t n;
};

struct reader {
    const struct source_file *file;
    size_t at;          /* token */
    uint32_t directive; /* that is read */
    const struct build *build;
    const struct definitions *definitions; /* NULL: none are known */
    struct asked_names *asked;             /* NULL: not wanted */
    int depth;
};

/* A reader of the directive whose '#' is token HASH, behind that. */
struct reader reader_at(const struct source_file *file, size_t hash,
                        const struct build *build);
bool reader_has_token(const struct reader *reader);
bool reader_is_at(const struct reader *reader, const char *text);
void reader_advance(struct reader *reader);
/* Go behind TEXT if it comes next. */
bool reader_take(struct reader *reader, const char *text);
/* The next token's text, cut to fit. */
void reader_copy_token(const struct reader *reader, char name[NAME_SIZE]);
/* What the project says of NAME, or NULL. */
const struct defined_name *reader_definition(const struct reader *reader,
                                             const char *name);
/* PY_VERSION_HEX, PY_MAJOR_VERSION and the like. */
bool name_is_of_version(const char *name);
/* A name that Python's headers define or ask for, by how it begins. */
bool name_is_of_python(const char *name);
/* One number, name, call or bracketed expression. */
struct value reader_primary(struct reader *reader);
/* What operators that bind tighter than LEVEL (0: all) join. */
struct value reader_expression(struct reader *reader, int level);
/* The condition of an #if, #ifdef, #ifndef or #elif, behind whose '#' READER stands;
 * false if the directive is none of these. */
bool reader_condition(struct reader *reader, enum truth *out_truth);

enum truth truth_negated(enum truth truth);
enum truth truth_both(enum truth a, enum truth b);

#endif
