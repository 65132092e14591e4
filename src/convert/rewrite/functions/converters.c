/* Passes the state to converters that PyArg_Parse calls for "O&". */
#include "convert/rewrite/functions/converters.h"

#include "convert/arena_text.h"
#include "convert/plan/converters.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/records.h"
#include "convert/text/style.h"

static const char reason[] = "converted where the state is available";

/* One argument of a call; appends to BEHIND what is done behind that. */
static void
edit_argument(struct rewriter *r, const struct converted_argument *argument,
              struct strbuf *behind)
{
    const struct node *call = argument->call, *address = argument->address;
    const struct source_file *file = call->file;
    const char *object = argument->object;
    change_cover(r, file, argument->mark, argument->mark + 1, "", reason);
    change_cover(r, file, argument->converter->begin, address->end,
                 TEXT(r, "&%s", object), reason);
    const char *converted =
        TEXT(r, "%s(%s, %s, %s)", argument->function->name, r->plan->names->state, object,
             text_of(r->plan, file, address->begin, address->end));
    strbuf_format(behind, "\n%s%s&& %s", indent_at(r->plan, file, call->begin),
                  style_of(r->plan, file)->indent,
                  argument->may_be_missing
                      ? TEXT(r, "(%s == NULL || %s)", object, converted)
                      : converted);
    begin_body(r, call->within->body, TEXT(r, "PyObject *%s = NULL;", object), reason);
}

void
edit_converters(struct rewriter *r)
{
    const struct converted_arguments *list = r->plan->converted_arguments;
    for (size_t i = 0; i < list->n_items;) {
        const struct node *call = list->items[i].call;
        CLEANUP(strbuf_done) struct strbuf behind = STRBUF_INIT;
        for (; i < list->n_items && list->items[i].call == call; i++) {
            edit_argument(r, &list->items[i], &behind);
        }
        record_state_use(r, call->file, call->begin, call->end);
        change(r, call->file, call->begin, call->begin, "(", reason);
        change(r, call->file, call->end, call->end, TEXT(r, "%s)", behind.text), reason);
    }
}
