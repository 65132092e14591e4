/* Struct sequences are made as heap types. */
#include "convert/rewrite/types/struct_sequences.h"

#include "convert/text/places.h"
#include "convert/facts/struct_sequences.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"
#include "extension/struct_sequence.h"
#include "model/extent.h"

/* Is CALL tested for failure: `call < 0`?  The test. */
static const struct node *
failure_test(const struct node *call)
{
    const struct node *test = call->parent;
    return test != NULL && test->kind == NODE_BINARY && test->first == call
                   && test->op == '<' && test->first->next->has_value
                   && test->first->next->value == 0
               ? test
               : NULL;
}

static void
edit_filling(struct rewriter *r, const struct variable *type, const struct node *call)
{
    static const char reason[] = "each module object creates the type";
    const struct source_file *file = call->file;
    const struct node *description = call_argument(call, 1);
    const struct node *test = failure_test(call);

    if (call->origin != ORIGIN_FILE || description == NULL
        || !plan_of_function(r->plan, call->within)->is_init)
    {
        refuse_at(r->late, "type-not-converted", call, type->name,
                  "'%s' is initialised outside module initialisation", type->name);
        return;
    }
    const char *access = field_access(r->plan, type);
    const char *making = TEXT(r, "%s = PyStructSequence_NewType(%s)", access,
                              rendered(r, file, description->begin, description->end));
    if (test != NULL) {
        change_cover(r, file, test->begin, test->end, TEXT(r, "(%s) == NULL", making),
                     reason);
        return;
    }
    if (call->parent != NULL && call->parent->kind == NODE_BLOCK
        && call->within == r->plan->setup)
    {
        const char *indent = indent_at(r->plan, file, call->begin);
        change_cover(r, file, call->begin, after_semicolon(file, call->end),
                     TEXT(r, "%s;\n%sif (%s == NULL) {\n%s%sreturn -1;\n%s}", making,
                          indent, access, indent, style_of(r->plan, file)->indent,
                          indent),
                     reason);
        return;
    }
    change_cover(r, file, call->begin, call->end,
                 TEXT(r, "((%s) == NULL ? -1 : 0)", making), reason);
}

void
edit_sequences(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *type = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, type);
        if (plan == NULL || !plan->is_sequence) {
            continue;
        }
        for (size_t k = 0; k < type->n_uses; k++) {
            const struct node *call = struct_sequence_call(type->uses[k]);
            if (call != NULL) {
                edit_filling(r, type, call);
            }
        }
    }
}
