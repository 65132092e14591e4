/* The body of the exec function without what removals left behind: blank lines, and the
 * name of a parameter that is not used. */
#include "convert/conversion.h"

#include <ctype.h>
#include <string.h>

/* Append TEXT without blank lines at its beginning and behind its first N_HEAD lines, at
 * its end, and without two that meet. */
static void
add_tidied(struct strbuf *out, const char *text, size_t n_head)
{
    bool was_blank = false, is_first = true;
    size_t n_lines = 0;
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        size_t size = end != NULL ? (size_t)(end - text) + 1 : strlen(text);
        bool is_blank = strspn(text, " \t\r\n") >= size && end != NULL;
        if (is_blank) {
            was_blank = true;
        }
        else {
            if (was_blank && !is_first && *text != '}' && n_lines != n_head) {
                strbuf_add_char(out, '\n');
            }
            strbuf_add(out, text, size);
            n_lines++;
            was_blank = false;
            is_first = size > 0 && text[strspn(text, " \t")] == '{' && is_first;
        }
        text += size;
    }
}

static bool
holds_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    for (const char *p = strstr(text, word); p != NULL; p = strstr(p + 1, word)) {
        bool begins = p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_');
        if (begins && !isalnum((unsigned char)p[size]) && p[size] != '_') {
            return true;
        }
    }
    return false;
}

/* Was something taken out of the body of the exec function? */
static bool
has_removals(const struct conversion *c)
{
    const struct node *body = c->setup->body;
    for (size_t i = 0; i < c->edits.n_items; i++) {
        const struct edit *edit = &c->edits.items[i];
        if (edit->file == body->file && edit->covers && *edit->text == '\0'
            && edit->begin > body->begin && edit->end < body->end)
        {
            return true;
        }
    }
    return false;
}

void
tidy_exec(struct conversion *c)
{
    if (c->is_refused || c->setup == NULL || c->setup->body == NULL
        || (c->is_multi_phase ? !has_removals(c) : !c->has_exec))
    {
        return;
    }
    CLEANUP(strbuf_done) struct strbuf tidied = STRBUF_INIT;
    const struct node *body = c->setup->body;
    const char *text = rendered(c, body->file, body->begin, body->end - 1);

    add_tidied(&tidied, text, c->n_head_lines);
    change_cover(c, body->file, body->begin, body->end - 1, tidied.text,
                 "blank lines that removal left");
    if (c->is_multi_phase || holds_word(text, c->module)) {
        return;
    }
    /* The parameter is not used: say so where it is declared. */
    for (size_t i = 0; i < c->edits.n_items; i++) {
        struct edit *edit = &c->edits.items[i];
        const char *name = TEXT(c, "(PyObject *%s)", c->module);
        const char *place = strstr(edit->text, name);
        if (place != NULL && edit->end == body->begin && edit->file == body->file) {
            edit->text =
                TEXT(c, "%.*s(PyObject *Py_UNUSED(%s))%s", (int)(place - edit->text),
                     edit->text, c->module, place + strlen(name));
        }
    }
}
