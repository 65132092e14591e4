/* PyUnstable_Module_SetGIL becomes the slot Py_mod_gil. */
#include "convert/rewrite/init/gil_slot.h"

#include <string.h>

#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"

/* The line of the directive with which the branch around OFFSET begins, and behind the
 * #endif that ends it; false if the branch has an #else, or holds more than ONE
 * statement that begins at token FIRST. */
static bool
branch_around(const struct source_file *file, size_t first, size_t last,
              uint32_t *out_begin, uint32_t *out_end)
{
    size_t i = first;
    while (i > 0 && file->tokens[i - 1].kind == TOKEN_COMMENT) {
        i--;
    }
    if (i == 0 || file->tokens[i - 1].directive == 0) {
        return false;
    }
    uint32_t opens = file->tokens[i - 1].directive;
    while (i > 0 && file->tokens[i - 1].directive == opens) {
        i--;
    }
    if (!token_is(file, i + 1, "ifdef") && !token_is(file, i + 1, "if")) {
        return false;
    }
    size_t k = last + 1;
    while (k < file->n_tokens && file->tokens[k].kind == TOKEN_COMMENT) {
        k++;
    }
    if (k + 1 >= file->n_tokens || !token_is(file, k + 1, "endif")) {
        return false;
    }
    *out_begin = line_begin(file, file->tokens[i].begin);
    *out_end = line_end(file, file->tokens[k].begin);
    return true;
}

/* The comment in the lines from BEGIN to END, as lines of a table of slots. */
static const char *
comment_lines(const struct conversion *c, const struct source_file *file,
              uint32_t begin, uint32_t end)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t indent = strspn(file->text + begin, " \t");
    while (begin < end) {
        uint32_t next = line_end(file, begin), text = begin, stop = next;
        while (text < next && text < begin + indent
               && (file->text[text] == ' ' || file->text[text] == '\t'))
        {
            text++;
        }
        while (stop > text && strchr("\r\n", file->text[stop - 1]) != NULL) {
            stop--;
        }
        strbuf_format(&out, "\t%s\n", text_of(c, file, text, stop));
        begin = next;
    }
    return arena_copy(c->arena, out.text != NULL ? out.text : "", out.size);
}

/* PyUnstable_Module_SetGIL(m, X) becomes the slot; the branch around it goes, and a
 * comment above it moves to the slot. */
void
edit_gil(struct conversion *c)
{
    const struct node *body = c->setup->body;
    const struct source_file *file = body->file;

    for (size_t i = token_at(file, body->begin);
         i < file->n_tokens && file->tokens[i].begin < body->end; i++)
    {
        if (!token_is(file, i, "PyUnstable_Module_SetGIL")) {
            continue;
        }
        size_t open = i + 1, close = token_closing(file, open), comma = open;
        while (comma < close && !token_is(file, comma, ",")) {
            comma++;
        }
        if (close >= file->n_tokens || comma >= close) {
            continue;
        }
        c->gil_slot =
            text_of(c, file, file->tokens[comma + 1].begin, file->tokens[close].begin);
        /* The statement: from behind the last directive, brace or semicolon, to the
         * one that ends it; an `if (…) { return NULL; }` around it is part of it. */
        size_t first = i, last = close;
        while (first > 0 && file->tokens[first - 1].directive == 0
               && !token_is(file, first - 1, ";") && !token_is(file, first - 1, "{")
               && !token_is(file, first - 1, "}"))
        {
            first--;
        }
        while (last + 1 < file->n_tokens && file->tokens[last + 1].directive == 0
               && file->tokens[last].begin < body->end && !token_is(file, last, ";"))
        {
            last++;
            if (token_is(file, last, "{")) {
                last = token_closing(file, last);
                break;
            }
        }
        uint32_t begin, end;
        if (branch_around(file, first, last, &begin, &end)) {
            uint32_t comment = place_before(file, begin);
            c->gil_comment = comment_lines(c, file, comment, begin);
            change_cover(c, file, comment, end, "", "the slot says it");
        }
        else {
            remove_text(c, file, file->tokens[first].begin, file->tokens[last].end,
                        "the slot says it");
        }
        return;
    }
}
