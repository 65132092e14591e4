#include "commands/response.h"

#include <ctype.h>

#include "base/file.h"
#include "base/strbuf.h"

enum {
    FILES_MOST = 64,                /* of one call, those in others included */
    LIMIT_RESPONSE_SIZE = 16 << 20, /* bytes of one */
};

struct expansion {
    struct arena *arena;
    struct words words;
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

static void
expand(struct expansion *expansion, const char *word)
{
    char *text;
    size_t size;
    struct error ignored = ERROR_INIT;
    if (word[0] == '@' && expansion->n_files < FILES_MOST
        && file_read(expansion->arena, word + 1, LIMIT_RESPONSE_SIZE, &text, &size, NULL,
                     &ignored)
               == 0)
    {
        expansion->n_files++;
        expand_text(expansion, text, size);
        return;
    }
    words_add(expansion->arena, &expansion->words,
              arena_string(expansion->arena, word));
}

struct words
response_expand(struct arena *arena, int argc, char **argv)
{
    struct expansion expansion = {.arena = arena};
    for (int i = 0; i < argc; i++) {
        expand(&expansion, argv[i]);
    }
    return expansion.words;
}
