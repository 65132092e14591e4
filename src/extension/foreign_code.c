#include "extension/foreign_code.h"

#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "extension/expression.h"
#include "model/process_wide.h"

static const char *const c_folders[] = {
#define C_FOLDER(name) name,
#define C_HEADER(name)
#define LIBRARY(name)
#include "extension/foreign_libraries.inc"
#undef C_FOLDER
#undef C_HEADER
#undef LIBRARY
    NULL,
};

static const char *const c_headers[] = {
#define C_FOLDER(name)
#define C_HEADER(name) name,
#define LIBRARY(name)
#include "extension/foreign_libraries.inc"
#undef C_FOLDER
#undef C_HEADER
#undef LIBRARY
    NULL,
};

static const char *const safe_libraries[] = {
#define C_FOLDER(name)
#define C_HEADER(name)
#define LIBRARY(name) name,
#include "extension/foreign_libraries.inc"
#undef C_FOLDER
#undef C_HEADER
#undef LIBRARY
    NULL,
};

/* A part of a path: a folder, or the file without its suffix. */
struct part {
    const char *text;
    size_t size;
    bool is_folder;
};

static struct part
part_at(const char *path)
{
    size_t size = strcspn(path, "/");
    bool is_folder = path[size] == '/';
    if (!is_folder) {
        const char *dot = memchr(path, '.', size);
        size = dot != NULL && dot > path ? (size_t)(dot - path) : size;
    }
    return (struct part){path, size, is_folder};
}

/* Behind the folder that PART of a path is. */
static const char *
behind(struct part part)
{
    return part.text + part.size + 1;
}

static bool
part_is(struct part part, const char *name)
{
    return strlen(name) == part.size && memcmp(part.text, name, part.size) == 0;
}

static bool
part_is_among(struct part part, const char *const *names)
{
    for (; *names != NULL; names++) {
        if (part_is(part, *names)) {
            return true;
        }
    }
    return false;
}

/* A folder of one machine's headers, as x86_64-linux-gnu. */
static bool
is_machine(struct part part)
{
    size_t n_dashes = 0;
    for (size_t i = 0; i < part.size; i++) {
        n_dashes += part.text[i] == '-';
    }
    return part.is_folder && n_dashes >= 2;
}

/* PATH below the last folder of headers; the header alone, without one. */
static const char *
below_headers(const char *path)
{
    static const char folder[] = "/include/";
    const char *below = NULL;
    for (const char *next = strstr(path, folder); next != NULL;
         next = strstr(next + 1, folder))
    {
        below = next + strlen(folder);
    }
    if (below == NULL) {
        return path_base(path);
    }
    struct part first = part_at(below);
    return is_machine(first) ? behind(first) : below;
}

/* Python's own, and what its headers define for modules. */
static bool
is_of_python(const struct function *function, struct part first)
{
    return string_starts(function->name, "Py") || string_starts(function->name, "_Py")
           || (first.is_folder && first.size > strlen("python")
               && memcmp(first.text, "python", strlen("python")) == 0);
}

enum origin { ORIGIN_OWN, ORIGIN_PYTHON, ORIGIN_C, ORIGIN_COMPILER, ORIGIN_LIBRARY };

/* Whose code FUNCTION is; FIRST, of a C function's or a library's header, names whose. */
static enum origin
origin_of(const struct function *function, struct part *out_first)
{
    if (function->in_project || function->is_template || function->header == NULL) {
        return ORIGIN_OWN;
    }
    struct part first = *out_first = part_at(below_headers(function->header));
    if (is_of_python(function, first) || part_is(first, "insulate")) {
        return ORIGIN_PYTHON;
    }
    if (first.is_folder ? part_is_among(first, c_folders)
                        : part_is_among(first, c_headers))
    {
        return ORIGIN_C;
    }
    /* The C++ standard library, [res.on.data.races], and the compiler's own headers. */
    return (first.is_folder && part_is(first, "c++"))
                   || strstr(function->header, "/lib/clang/") != NULL
                   || strstr(function->header, "/lib/gcc/") != NULL
               ? ORIGIN_COMPILER
               : ORIGIN_LIBRARY;
}

/* Does FUNCTION find functions by their name, in a library that only the run knows?  It stands
 * for them, and for their library. */
static bool
finds_functions(const struct function *function)
{
    static const char *const names[] = {"dlsym", "dlvsym", "GetProcAddress"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (!function->in_project && strcmp(function->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

enum thread_safety
function_thread_safety(const struct function *function)
{
    struct part first;
    if (finds_functions(function)) {
        return THREADS_UNKNOWN;
    }
    switch (origin_of(function, &first)) {
    case ORIGIN_C: {
        const struct process_wide *entry = process_wide_find(function->name);
        return entry != NULL && entry->is_unsafe ? THREADS_UNSAFE : THREADS_SAFE;
    }
    case ORIGIN_LIBRARY:
        return part_is_among(first, safe_libraries) ? THREADS_SAFE : THREADS_UNKNOWN;
    default:
        return THREADS_SAFE;
    }
}

bool
function_is_of_foreign_library(const struct function *function)
{
    struct part first;
    return origin_of(function, &first) == ORIGIN_LIBRARY;
}

const char *
function_library(struct arena *arena, const struct function *function)
{
    if (finds_functions(function)) {
        return function->name;
    }
    const char *header = function->header != NULL ? function->header : "";
    struct part part = part_at(below_headers(header));
    return arena_copy(arena, part.text, part.size);
}

static bool
part_is_library(struct part part, const char *name)
{
    static const char prefix[] = "lib";
    size_t size = strlen(prefix);
    if (string_starts(name, prefix)) {
        name += size;
    }
    if (part.size > size && memcmp(part.text, prefix, size) == 0) {
        part.text += size;
        part.size -= size;
    }
    return part_is(part, name);
}

bool
function_is_of_library(const struct function *function, const char *name)
{
    if (finds_functions(function)) {
        return strcmp(function->name, name) == 0;
    }
    if (function->header == NULL) {
        return false;
    }
    struct part part = part_at(below_headers(function->header));
    while (part.is_folder && !part_is_library(part, name)) {
        part = part_at(behind(part));
    }
    return part_is_library(part, name);
}

bool
call_only_asks(const struct node *call)
{
    const struct node *given = NULL;
    if (CALL_IS(call, "setlocale", "sigaction")) {
        given = node_bare(call_argument(call, 1));
    }
    return given != NULL && given->has_value && given->value == 0;
}
