#include "csource/submodules.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/limits.h"
#include "base/strbuf.h"

static const char *
skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r");
}

static const char *
skip_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

/* The value at *AT, up to the end of its line or a comment: quotes are removed, backslashes
 * escape, also the end of a line.  *AT is moved to where it ends. */
static const char *
read_value(struct arena *arena, const char **at)
{
    CLEANUP(strbuf_done) struct strbuf value = STRBUF_INIT;
    const char *c = skip_blanks(*at);
    bool is_quoted = false;
    size_t size = 0; /* without the blanks at its end */
    for (; *c != '\0' && *c != '\n' && (is_quoted || strchr("#;", *c) == NULL); c++) {
        if (*c == '"') {
            is_quoted = !is_quoted;
            continue;
        }
        if (*c == '\\' && c[1] != '\0') {
            c += c[1] == '\r' && c[2] == '\n' ? 2 : 1;
            if (*c == '\n') {
                continue;
            }
            strbuf_add_char(&value, *c == 'n' ? '\n' : *c == 't' ? '\t' : *c);
            size = value.size;
            continue;
        }
        strbuf_add_char(&value, *c);
        size = is_quoted || !isspace((unsigned char)*c) ? value.size : size;
    }
    *at = c;
    return arena_copy(arena, value.text, size);
}

static void
add(struct arena *arena, struct path_list *list, const char *folder, const char *path)
{
    const char *real = path_full(arena, path_join(arena, folder, path));
    if (path_below(real, folder) != real) {
        ARENA_GROW(arena, list->paths, list->n_paths, list->capacity);
        list->paths[list->n_paths++] = real;
    }
}

void
submodules_read(struct arena *arena, const char *path, struct path_list *list)
{
    static const char section[] = "[submodule";
    struct error ignored = ERROR_INIT;
    char *text;
    size_t size;
    if (file_read(arena, path, LIMIT_SETTINGS_SIZE, &text, &size, NULL, &ignored) != 0) {
        return;
    }
    const char *folder = path_real(arena, path_folder(arena, path));
    bool is_submodule = false;
    for (const char *at = text; *at != '\0'; at = skip_line(at)) {
        at = skip_blanks(at);
        if (*at == '[') {
            is_submodule = strncasecmp(at, section, strlen(section)) == 0;
            continue;
        }
        size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
        const char *after = skip_blanks(at + n);
        if (*after != '=') {
            continue;
        }
        bool is_path =
            is_submodule && n == strlen("path") && strncasecmp(at, "path", n) == 0;
        at = after + 1;
        const char *value = read_value(arena, &at); /* it may go on in the next line */
        if (is_path && *value != '\0') {
            add(arena, list, folder, value);
        }
    }
}
