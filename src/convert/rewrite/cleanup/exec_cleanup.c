/* The body of the exec function without what removals left behind: blank lines, and the
 * name of a parameter that is not used. */
#include "convert/rewrite/cleanup/exec_cleanup.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/exec_body.h"
#include "convert/plan/module.h"
#include "convert/rewrite/changes.h"
#include "convert/text/edited.h"
#include "convert/text/style.h"
#include "model/extent.h"

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

/* The module is used in some builds only: this uses it in all.  The number of lines that
 * the body begins with then. */
static size_t
add_void(struct rewriter *r, const struct node *body)
{
    change(r, body->file, body->begin + 1, body->begin + 1,
           TEXT(r, "\n%s%s(void)%s;", indent_at(r->plan, body->file, body->end - 1),
                style_of(r->plan, body->file)->indent, r->plan->init->module),
           "the module is not used in all builds");
    return 2;
}

void
clean_exec(struct rewriter *r)
{
    const struct exec_body *plan = r->plan->exec_body;
    if (r->plan->init->setup == NULL || r->plan->init->setup->body == NULL) {
        return;
    }
    CLEANUP(strbuf_done) struct strbuf cleaned = STRBUF_INIT;
    const struct node *body = r->plan->init->setup->body, *stale = plan->stale_void;
    const struct source_file *file = body->file;
    size_t n_head =
        r->n_head_lines + (r->lookups[r->plan->init->setup->id].is_voided ? 1 : 0);

    if (stale != NULL) {
        remove_text(r, file, stale->begin, after_semicolon(file, stale->end),
                    "all builds use the module");
    }
    if (r->plan->module->is_multi_phase
            ? !edited_out_of(&r->edits, file, body->begin, body->end)
            : !plan->has_work)
    {
        return;
    }
    if (plan->module_use == MODULE_IN_BRANCHES) {
        n_head = add_void(r, body);
    }
    add_cleaned(&cleaned, rendered(r, file, body->begin, body->end - 1), n_head);
    change_cover(r, file, body->begin, body->end - 1, cleaned.text, "extra blank lines");
    if (plan->module_use == MODULE_UNUSED) {
        /* Say so where the parameter is declared. */
        edited_reword(&r->edits, file, body->begin,
                      TEXT(r, "(PyObject *%s)", r->plan->init->module),
                      TEXT(r, "(PyObject *Py_UNUSED(%s))", r->plan->init->module));
    }
}
