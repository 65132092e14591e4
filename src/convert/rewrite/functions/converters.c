/* Passes the state to converters that PyArg_Parse calls for "O&". */
#include "convert/rewrite/functions/converters.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/converters.h"
#include "convert/plan/functions.h"
#include "convert/plan/names.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/records.h"
#include "convert/text/style.h"

/* The converter that argument I of CALL is, if it needs the state; else NULL. */
static const struct function *
converter_at(const struct conversion *c, const struct node *call, size_t i)
{
    const struct node *argument = call_argument(call, i);
    const struct node *referent = argument != NULL ? node_referent(argument) : NULL;
    const struct function *function =
        referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
    return function != NULL && plan_of_function(c, function)->is_converter
                   && takes_state(c, function)
               ? function
               : NULL;
}

static void
edit_call(struct rewriter *r, const struct node *call)
{
    static const char reason[] = "converted where the state is available";
    const struct source_file *file = call->file;
    CLEANUP(strbuf_done) struct strbuf behind = STRBUF_INIT;
    size_t first, place;

    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct function *converter = converter_at(r->plan, call, i);
        if (converter == NULL) {
            continue;
        }
        const struct node *format = parsing_format(call, &first);
        const struct node *address = call_argument(call, i + 1);
        const char *object = TEXT(r, "%s_object", converter_target(call, i)->name);
        if (!find_converter_unit(format->text, i - first, &place)) {
            return;
        }
        uint32_t mark = format->begin + 1 + (uint32_t)place;
        change_cover(r, file, mark, mark + 1, "", reason);
        change_cover(r, file, call_argument(call, i)->begin, address->end,
                     TEXT(r, "&%s", object), reason);
        strbuf_format(&behind, "\n%s%s&& (%s == NULL || %s(%s, %s, %s))",
                      indent_at(r->plan, file, call->begin),
                      style_of(r->plan, file)->indent, object, converter->name,
                      r->plan->names->state, object,
                      text_of(r->plan, file, address->begin, address->end));
        begin_body(r, call->within->body, TEXT(r, "PyObject *%s = NULL;", object),
                   reason);
    }
    if (behind.size > 0) {
        record_state_use(r, file, call->begin, call->end);
        change(r, file, call->begin, call->begin, "(", reason);
        change(r, file, call->end, call->end, TEXT(r, "%s)", behind.text), reason);
    }
}

void
edit_converters(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct node *body = r->source->functions[i]->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_CALL && strstr(call_name(n), "PyArg_Parse") != NULL) {
                edit_call(r, n);
            }
        }
    }
}
