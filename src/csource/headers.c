#include "csource/headers.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/access_log.h"
#include "base/file.h"
#include "base/strbuf.h"

enum {
    LIMIT_HEADER_SIZE = 1 << 20, /* bytes of patchlevel.h or pyconfig.h */
    FOLDERS_MOST = 256,          /* of headers that are looked at */
    FIRST_FREE_THREADED = 0x030d0000,
};

/* The text of the macro NAME in TEXT, as `#define NAME value` says; or NULL. */
static const char *
defined_text(const char *text, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = text; (at = strstr(at, "#define")) != NULL;) {
        at += strlen("#define");
        at += strspn(at, " \t");
        if (strncmp(at, name, size) == 0 && isspace((unsigned char)at[size])) {
            return at + size + strspn(at + size, " \t");
        }
    }
    return NULL;
}

static unsigned
defined_number(const char *text, const char *name)
{
    const char *value = defined_text(text, name);
    return value != NULL ? (unsigned)strtoul(value, NULL, 0) & 0xff : 0;
}

static char *
read_header(struct arena *arena, const char *folder, const char *name)
{
    char *text;
    size_t size;
    struct error ignored = ERROR_INIT;
    if (file_read(arena, path_join(arena, folder, name), LIMIT_HEADER_SIZE, &text,
                  &size, NULL, &ignored)
        != 0)
    {
        return NULL;
    }
    return text;
}

/* Debian's pyconfig.h only includes the one of the architecture: the folder's name
 * tells, too. */
static bool
is_free_threaded(struct arena *arena, const char *folder)
{
    const char *text = read_header(arena, folder, "pyconfig.h");
    const char *value = text ? defined_text(text, "Py_GIL_DISABLED") : NULL;
    return (value != NULL && value[0] == '1') || string_ends(folder, "t");
}

static void
enter(struct arena *arena, struct python_header_list *list, struct python_header found)
{
    for (size_t i = 0; i < list->n_items; i++) {
        struct python_header *known = &list->items[i];
        if (known->version >> 16 == found.version >> 16
            && known->is_free_threaded == found.is_free_threaded)
        {
            *known = found.version > known->version ? found : *known;
            return;
        }
    }
    ARENA_GROW(arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = found;
}

static void
look_at(struct arena *arena, const char *folder, struct python_header_list *list)
{
    const char *text = read_header(arena, folder, "patchlevel.h");
    if (text == NULL || !file_exists(path_join(arena, folder, "Python.h"))
        || defined_number(text, "PY_MAJOR_VERSION") != 3)
    {
        return;
    }
    struct python_header found = {
        .folder = path_real(arena, folder),
        .version = 3u << 24 | defined_number(text, "PY_MINOR_VERSION") << 16
                   | defined_number(text, "PY_MICRO_VERSION") << 8 | 0xf0,
        .is_free_threaded = is_free_threaded(arena, folder),
    };
    enter(arena, list, found);
}

static void
look_for(struct arena *arena, const char *pattern, struct python_header_list *list)
{
    glob_t found;
    access_log_add_pattern(arena, pattern);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && i < FOLDERS_MOST; i++) {
            /* A debug build's headers say the same as the release's. */
            if (!string_ends(found.gl_pathv[i], "d")) {
                look_at(arena, found.gl_pathv[i], list);
            }
        }
    }
    globfree(&found);
}

/* The folder that the variable names, or NAME in the home folder; NULL: neither. */
static const char *
folder_of(struct arena *arena, const char *variable, const char *name)
{
    const char *folder = getenv(variable);
    const char *home = getenv("HOME");
    if (folder != NULL && folder[0] != '\0') {
        return folder;
    }
    return home != NULL && home[0] != '\0' ? path_join(arena, home, name) : NULL;
}

static int
by_version(const void *a, const void *b)
{
    const struct python_header *x = a, *y = b;
    if (x->version != y->version) {
        return x->version < y->version ? -1 : 1;
    }
    return x->is_free_threaded - y->is_free_threaded;
}

/* Without headers of a build without a GIL, the newest others and its define come
 * nearest. */
static void
add_free_threaded(struct arena *arena, struct python_header_list *list)
{
    struct python_header newest = {.version = 0};
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i].is_free_threaded) {
            return;
        }
        newest = list->items[i];
    }
    if (newest.version >= FIRST_FREE_THREADED) {
        newest.is_free_threaded = true;
        ARENA_GROW(arena, list->items, list->n_items, list->capacity);
        list->items[list->n_items++] = newest;
    }
}

struct python_header_list
python_headers_list(struct arena *arena)
{
    struct python_header_list list = {NULL, 0, 0};
    const char *pyenv = folder_of(arena, "PYENV_ROOT", ".pyenv");
    const char *cache = folder_of(arena, "INSULATE_CACHE", ".cache/insulate");
    if (pyenv != NULL) {
        look_for(arena, path_join(arena, pyenv, "versions/*/include/python3*"), &list);
    }
    if (cache != NULL) {
        look_for(arena, path_join(arena, cache, "pythons/*/usr/include/python3*"),
                 &list);
        look_for(arena, path_join(arena, cache, "pythons/*/include/python3*"), &list);
    }
    look_for(arena, "/usr/local/include/python3*", &list);
    look_for(arena, "/usr/include/python3*", &list);
    if (list.n_items > 1) {
        qsort(list.items, list.n_items, sizeof *list.items, by_version);
    }
    add_free_threaded(arena, &list);
    return list;
}
