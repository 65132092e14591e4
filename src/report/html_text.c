#include "report/html_text.h"

#include <string.h>

/* Lines may break behind BREAKS, but not so that a few characters stand alone. */
static void
add_broken(struct strbuf *out, const char *text, size_t size, const char *kept,
           const char *breaks)
{
    CLEANUP(strbuf_done) struct strbuf visible = STRBUF_INIT;
    strbuf_add_visible(&visible, text, size, kept);
    enum { SHORTEST = 6 };
    size_t last = 0;
    for (size_t i = 0; i < visible.size; i++) {
        char c = visible.text[i];
        if (strchr("<>&\"'", c) != NULL && c != '\0') {
            strbuf_format(out, "&#%d;", c);
        }
        else {
            strbuf_add_char(out, c);
        }
        if (c != '\0' && strchr(breaks, c) != NULL && i - last >= SHORTEST
            && visible.size - i > SHORTEST)
        {
            strbuf_add_string(out, "<wbr>");
            last = i;
        }
    }
}

static void
add_kept(struct strbuf *out, const char *text, size_t size, const char *kept)
{
    add_broken(out, text, size, kept, "");
}

void
html_add(struct strbuf *out, const char *text)
{
    add_kept(out, text, strlen(text), "");
}

void
html_add_code(struct strbuf *out, const char *text)
{
    strbuf_add_string(out, "<code>");
    add_broken(out, text, strlen(text), "", "._/");
    strbuf_add_string(out, "</code>");
}

void
html_add_lines(struct strbuf *out, const char *text)
{
    strbuf_add_string(out, "<pre tabindex=\"0\">");
    add_kept(out, text, strlen(text), "\n\t");
    strbuf_add_string(out, "</pre>\n");
}

void
html_add_diff(struct strbuf *out, const char *diff)
{
    strbuf_add_string(out, "<pre tabindex=\"0\">");
    while (*diff != '\0') {
        size_t size = strcspn(diff, "\n");
        bool is_head = string_starts(diff, "+++ ") || string_starts(diff, "--- ");
        const char *tag = is_head || (*diff != '+' && *diff != '-') ? NULL
                          : *diff == '+'                            ? "ins"
                                                                    : "del";
        if (tag != NULL) {
            strbuf_format(out, "<%s>", tag);
        }
        add_kept(out, diff, size, "\t");
        if (tag != NULL) {
            strbuf_format(out, "</%s>", tag); /* a block: it ends its line */
        }
        else {
            strbuf_add_char(out, '\n');
        }
        diff += size + (diff[size] == '\n');
    }
    strbuf_add_string(out, "</pre>\n");
}

void
html_add_mark(struct strbuf *out, enum html_tone tone, const char *word)
{
    static const char *const classes[] = {"", " good", " fair", " bad"};
    strbuf_format(out, "<span class=\"mark%s\">", classes[tone]);
    html_add(out, word);
    strbuf_add_string(out, "</span>");
}
