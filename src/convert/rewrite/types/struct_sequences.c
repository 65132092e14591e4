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
edit_filling(struct conversion *c, const struct variable *type, const struct node *call)
{
    static const char reason[] = "each module object creates the type";
    const struct source_file *file = call->file;
    const struct node *description = call_argument(call, 1);
    const struct node *test = failure_test(call);

    if (call->origin != ORIGIN_FILE || description == NULL
        || !plan_of_function(c, call->within)->is_init)
    {
        refuse_at(c, "type-not-converted", call, type->name,
                  "'%s' is initialised outside module initialisation", type->name);
        return;
    }
    const char *access = field_access(c, type);
    const char *making = TEXT(c, "%s = PyStructSequence_NewType(%s)", access,
                              rendered(c, file, description->begin, description->end));
    if (test != NULL) {
        change_cover(c, file, test->begin, test->end, TEXT(c, "(%s) == NULL", making),
                     reason);
        return;
    }
    if (call->parent != NULL && call->parent->kind == NODE_BLOCK
        && call->within == c->setup)
    {
        const char *indent = indent_at(c, file, call->begin);
        change_cover(c, file, call->begin, after_semicolon(file, call->end),
                     TEXT(c, "%s;\n%sif (%s == NULL) {\n%s%sreturn -1;\n%s}", making,
                          indent, access, indent, style_of(c, file)->indent, indent),
                     reason);
        return;
    }
    change_cover(c, file, call->begin, call->end,
                 TEXT(c, "((%s) == NULL ? -1 : 0)", making), reason);
}

void
edit_sequences(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        const struct variable_plan *plan = moving(c, type);
        if (plan == NULL || !plan->is_sequence) {
            continue;
        }
        for (size_t k = 0; k < type->n_uses; k++) {
            const struct node *call = struct_sequence_call(type->uses[k]);
            if (call != NULL) {
                edit_filling(c, type, call);
            }
        }
    }
}
