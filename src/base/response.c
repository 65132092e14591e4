#include "base/response.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"
#include "base/strbuf.h"

enum {
    FILES_MOST = 64,                /* for one word, those in others included */
    LIMIT_RESPONSE_SIZE = 16 << 20, /* bytes of one */
};

struct expansion {
    struct arena *arena;
    const char *folder;
    const char *const *roots;
    response_word *take;
    void *data;
    int n_files;
};

static void expand(struct expansion *expansion, const char *word);

/* GCC's manual, "@file": white space separates words; quotes of both kinds keep it, and
 * a backslash takes any character for itself, in quotes too. */
static void
expand_text(struct expansion *expansion, const char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        while (i < size && isspace((unsigned char)text[i])) {
            i++;
        }
        if (i == size) {
            break;
        }
        CLEANUP(strbuf_done) struct strbuf word = STRBUF_INIT;
        for (char quote = '\0'; i < size; i++) {
            if (quote == '\0' && isspace((unsigned char)text[i])) {
                break;
            }
            if (text[i] == '\\' && i + 1 < size) {
                strbuf_add_char(&word, text[++i]);
            }
            else if (text[i] == quote) {
                quote = '\0';
            }
            else if (quote == '\0' && (text[i] == '"' || text[i] == '\'')) {
                quote = text[i];
            }
            else {
                strbuf_add_char(&word, text[i]);
            }
        }
        expand(expansion, word.text);
    }
}

/* May the file at PATH be read? */
static bool
is_within(const struct expansion *expansion, const char *path)
{
    const char *const *root = expansion->roots;
    if (root == NULL) {
        return true;
    }
    const char *real = path_real(expansion->arena, path);
    while (*root != NULL && path_below(real, *root) == real) {
        root++;
    }
    return *root != NULL;
}

static void
expand(struct expansion *expansion, const char *word)
{
    char *text;
    size_t size;
    struct error ignored = ERROR_INIT;
    const char *path = word[0] == '@' && expansion->n_files < FILES_MOST
                           ? path_join(expansion->arena, expansion->folder, word + 1)
                           : NULL;
    if (path != NULL && is_within(expansion, path)
        && file_read(expansion->arena, path, LIMIT_RESPONSE_SIZE, &text, &size, NULL,
                     &ignored)
               == 0)
    {
        expansion->n_files++;
        expand_text(expansion, text, size);
        return;
    }
    expansion->take(arena_string(expansion->arena, word), expansion->data);
}

void
response_expand(struct arena *arena, const char *folder, const char *const *roots,
                const char *word, response_word *take, void *data)
{
    struct expansion expansion = {
        .arena = arena, .folder = folder, .roots = roots, .take = take, .data = data};
    expand(&expansion, word);
}
