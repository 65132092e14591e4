/* The body of the exec function without what removals left behind: blank lines, and the
 * name of a parameter that is not used. */
#include "convert/rewrite/cleanup/exec_cleanup.h"

#include <string.h>

#include "convert/rewrite/changes.h"
#include "convert/text/edited.h"
#include "convert/text/style.h"

/* Append TEXT without blank lines at its beginning and behind its first N_HEAD lines, at
 * its end, and without two that meet. */
static void
add_cleaned(struct strbuf *out, const char *text, size_t n_head)
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

/* TEXT without what stands in branches of the preprocessor. */
static const char *
outside_branches(const struct conversion *c, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t depth = 0;
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        const char *word = text + strspn(text, " \t");
        if (*word == '#') {
            word += 1 + strspn(word + 1, " \t");
            depth += string_starts(word, "if");
            depth -= string_starts(word, "endif") && depth > 0;
        }
        else if (depth == 0) {
            strbuf_add(&out, text, size);
            strbuf_add_char(&out, '\n');
        }
        text += size + (text[size] == '\n');
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

/* TEXT without its line `(void)NAME;`; NULL if it has none. */
static const char *
without_void(const struct conversion *c, const char *text, const char *name)
{
    const char *statement = TEXT(c, "(void)%s;\n", name);
    const char *begin = strstr(text, statement), *end = begin;
    if (begin == NULL) {
        return NULL;
    }
    while (begin > text && (begin[-1] == ' ' || begin[-1] == '\t')) {
        begin--;
    }
    return TEXT(c, "%.*s%s", (int)(begin - text), text, end + strlen(statement));
}

/* TEXT, what the body has become, without the line that calls the module unused, if only
 * that line used it for all builds and now others do: a stage before wrote it. */
static const char *
without_stale_void(const struct conversion *c, const char *text)
{
    const struct node *body = c->setup->body;
    const char *before =
        without_void(c, text_of(c, body->file, body->begin, body->end), c->module);
    const char *now = without_void(c, text, c->module);
    bool is_stale = before != NULL && now != NULL
                    && !string_has_word(outside_branches(c, before), c->module)
                    && string_has_word(outside_branches(c, now), c->module);
    return is_stale ? now : text;
}

void
clean_exec(struct rewriter *r)
{
    if (r->plan->is_refused || r->plan->setup == NULL || r->plan->setup->body == NULL) {
        return;
    }
    CLEANUP(strbuf_done) struct strbuf tidied = STRBUF_INIT;
    const struct node *body = r->plan->setup->body;
    const char *written = rendered(r, body->file, body->begin, body->end - 1);
    const char *text =
        r->plan->is_multi_phase ? without_stale_void(r->plan, written) : written;

    if (text == written && (r->plan->is_multi_phase ? !edited_out_of(&r->edits, body->file, body->begin, body->end) : !r->has_exec)) {
        return;
    }
    add_cleaned(&tidied, text, r->n_head_lines);
    bool is_used = r->plan->is_multi_phase || string_has_word(text, r->plan->module);
    const char *result = tidied.text;
    if (is_used && !r->plan->is_multi_phase
        && !string_has_word(outside_branches(r->plan, text), r->plan->module)
        && strchr(result, '\n') != NULL)
    {
        result =
            TEXT(r, "{\n%s%s(void)%s;%s", indent_at(r->plan, body->file, body->end - 1),
                 style_of(r->plan, body->file)->indent, r->plan->module,
                 strchr(result, '\n'));
    }
    change_cover(r, body->file, body->begin, body->end - 1, result,
                 "extra blank lines");
    if (is_used) {
        return;
    }
    /* The parameter is not used: say so where it is declared. */
    edited_reword(&r->edits, body->file, body->begin, TEXT(r, "(PyObject *%s)", r->plan->module),
                  TEXT(r, "(PyObject *Py_UNUSED(%s))", r->plan->module));
}
