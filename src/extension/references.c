#include "extension/references.h"

#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"

static const struct reference_row {
    const char *name;
    enum reference result;
    int stolen;
} rows[] = {
#define REFERENCE(name, result, stolen) {#name, REFERENCE_##result, stolen},
#include "extension/references.inc"
#undef REFERENCE
};

static int
by_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct reference_row *)row)->name);
}

static const struct reference_row *
row_of(const char *name)
{
    return bsearch(name, rows, ARRAY_LENGTH(rows), sizeof *rows, by_name);
}

enum reference
reference_given_by(const char *name)
{
    const struct reference_row *row = row_of(name);
    return row != NULL ? row->result : REFERENCE_NEW;
}

int
reference_stolen_by(const char *name)
{
    const struct reference_row *row = row_of(name);
    return row != NULL ? row->stolen : -1;
}

bool
reference_is_stolen_on_success(const char *name)
{
    static const char *const names[] = {
#define REFERENCE(name, result, stolen)
#define REFERENCE_ON_SUCCESS(name) #name,
#include "extension/references.inc"
#undef REFERENCE
#undef REFERENCE_ON_SUCCESS
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool
reference_is_listed(const char *name)
{
    return row_of(name) != NULL;
}

struct crash_row {
    const char *name;
    unsigned arguments; /* bit n: number n */
};

static int
crash_by_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct crash_row *)row)->name);
}

bool
argument_must_be_there(const char *name, size_t n)
{
    static const struct crash_row crashes[] = {
#define CRASHES(name, arguments) {#name, arguments},
#include "extension/null_arguments.inc"
#undef CRASHES
    };
    const struct crash_row *row =
        bsearch(name, crashes, ARRAY_LENGTH(crashes), sizeof *crashes, crash_by_name);
    return row != NULL && n < 16 && (row->arguments >> n & 1) != 0;
}

bool
call_gives_borrowed(const struct node *node)
{
    return node != NULL && node->kind == NODE_CALL
           && reference_given_by(call_name(node)) == REFERENCE_BORROWED;
}

bool
call_gives_immortal(const struct node *call)
{
    enum { LEAST = -5, MOST = 256 }; /* Doc/c-api/long.rst, PyLong_FromLong */
    const struct node *argument = call_argument(call, 0);
    const struct node *value = argument != NULL ? node_bare(argument) : NULL;
    return strcmp(call_name(call), "PyBool_FromLong") == 0
           || (string_starts(call_name(call), "PyLong_From") && value != NULL
               && value->has_value && value->value >= LEAST && value->value <= MOST);
}
