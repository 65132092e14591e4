#include "commands/shown_settings.h"

#include <string.h>

enum { ORIGIN_COLUMN = 40 };

static void
add_quoted(struct strbuf *out, const char *text)
{
    strbuf_add_char(out, '"');
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\') {
            strbuf_format(out, "\\%c", byte);
        }
        else if (byte < ' ' || byte == 0x7f) {
            strbuf_format(out, "\\u%04X", byte);
        }
        else {
            strbuf_add_char(out, *text);
        }
    }
    strbuf_add_char(out, '"');
}

static void
add_words(struct strbuf *out, const struct words *words)
{
    strbuf_add_char(out, '[');
    for (size_t i = 0; i < words->n_items; i++) {
        strbuf_add_string(out, i != 0 ? ", " : "");
        add_quoted(out, words->items[i]);
    }
    strbuf_add_char(out, ']');
}

/* The value as TOML; nothing if it is not set. */
static void
add_value(struct strbuf *out, const struct option *option, const void *values)
{
    const void *at = (const char *)values + option->offset;
    switch (option->kind) {
    case OPTION_FLAG:
        strbuf_add_string(out, *(const bool *)at ? "true" : "");
        break;
    case OPTION_COUNT:
    case OPTION_NUMBER:
        if (*(const int *)at != 0) {
            strbuf_format(out, "%d", *(const int *)at);
        }
        break;
    case OPTION_SECONDS:
        if (*(const double *)at > 0) {
            strbuf_format(out, "%g", *(const double *)at);
        }
        break;
    case OPTION_WORD: {
        const char *word;
        memcpy(&word, at, sizeof word);
        if (word != NULL) {
            add_quoted(out, word);
        }
        break;
    }
    case OPTION_WORDS:
        if (((const struct words *)at)->n_items != 0) {
            add_words(out, at);
        }
        break;
    }
}

static const char *
origin_of(const char *name, const struct words *given,
          const struct setting_origins *origins)
{
    if (words_have(given, name)) {
        return "command line";
    }
    for (size_t i = 0; i < origins->n_items; i++) {
        if (strcmp(origins->items[i].name, name) == 0) {
            return origins->items[i].place;
        }
    }
    return "default";
}

void
shown_settings_print(const char *command, const struct option *const *tables,
                     const void *values, const struct words *given,
                     const struct setting_origins *origins, struct strbuf *out)
{
    strbuf_format(out, "[tool.insulate.%s]\n", command);
    for (size_t i = 0; tables[i] != NULL; i++) {
        for (const struct option *option = tables[i]; option->name; option++) {
            CLEANUP(strbuf_done) struct strbuf value = STRBUF_INIT;
            add_value(&value, option, values);
            if (value.size == 0 || strcmp(option->name, "show-settings") == 0) {
                continue;
            }
            size_t before = out->size;
            strbuf_format(out, "%s = %s", option->name, value.text);
            size_t width = out->size - before;
            int pad = width < ORIGIN_COLUMN ? (int)(ORIGIN_COLUMN - width) : 0;
            const char *origin = origin_of(option->name, given, origins);
            strbuf_format(out, "%*s  # ", pad, "");
            strbuf_add_visible(out, origin, strlen(origin), "");
            strbuf_add_char(out, '\n');
        }
    }
}
