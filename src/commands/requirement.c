#include "commands/requirement.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/toml.h"

/* "Version specifiers" of the Python packaging specifications: the clauses are joined
 * by commas, and the highest lower bound is what counts. */
static unsigned
lowest_version(const char *text)
{
    unsigned lowest = 0;
    for (const char *clause = text; clause != NULL;) {
        unsigned major, minor;
        clause += strspn(clause, ", \t");
        size_t size = strspn(clause, "<>=~!");
        int is_bound = size != 0 && clause[0] != '<' && clause[0] != '!';
        if (is_bound && sscanf(clause + size, " %2u.%2u", &major, &minor) == 2
            && major == 3)
        {
            unsigned version = major << 24 | minor << 16 | 0xf0;
            lowest = version > lowest ? version : lowest;
        }
        clause = strchr(clause, ',');
    }
    return lowest;
}

/* requires-python of the file at PATH, or NULL. */
static const char *
requirement_in(struct arena *arena, const char *path)
{
    char *text;
    size_t size;
    struct toml *root;
    struct error ignored = ERROR_INIT;
    if (file_read(arena, path, LIMIT_SETTINGS_SIZE, &text, &size, NULL, &ignored) != 0
        || toml_read(arena, text, size, &root, &ignored) != 0)
    {
        return NULL;
    }
    const struct toml *value =
        toml_find(toml_find(root, "project"), "requires-python");
    return value != NULL && value->kind == TOML_STRING ? value->text : NULL;
}

unsigned
requirement_floor(struct arena *arena, const char *path)
{
    const char *folder = path_full(arena, path);
    if (!file_is_folder(folder)) {
        folder = path_folder(arena, folder);
    }
    for (int depth = 0; depth < LIMIT_PATH_DEPTH && strcmp(folder, "/") != 0; depth++) {
        const char *file = path_join(arena, folder, "pyproject.toml");
        if (file_exists(file)) {
            const char *text = requirement_in(arena, file);
            return text ? lowest_version(text) : 0;
        }
        folder = path_folder(arena, folder);
    }
    return 0;
}
