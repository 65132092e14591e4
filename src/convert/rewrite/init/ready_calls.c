/* Each PyType_Ready call becomes the creation of a heap type. */
#include "convert/rewrite/init/ready_calls.h"

#include "convert/arena_text.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/type_creations.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/type_creation.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

static void
edit_ready(struct rewriter *r, const struct type_creation *creation)
{
    static const char reason[] = "the heap type is created";
    const struct node *call = creation->call;
    const struct source_file *file = call->file;
    const char *access = field_access(r->plan, creation->type);
    const char *made =
        type_creation(r, creation->type, module_name_in(r->plan, call->within));
    const struct node *test = creation->test;
    const struct node *whole = test != NULL ? test : call;
    const char *sign = creation->is_success ? "!=" : "==";

    if (creation->question != NULL) {
        uint32_t begin = creation->question->begin;
        change(r, file, begin, begin,
               TEXT(r, "%s = %s;\n%s", access, made, indent_at(r->plan, file, begin)),
               reason);
        change_cover(r, file, whole->begin, whole->end,
                     TEXT(r, "%s %s NULL", access, sign), reason);
        return;
    }
    if (creation->failure != NULL) {
        const char *indent = indent_at(r->plan, file, whole->begin);
        const char *unit = style_of(r->plan, file)->indent;
        change_cover(r, file, call->begin, call->end,
                     TEXT(r, "%s = %s;\n%sif (%s == NULL) {\n%s%sreturn %s;\n%s}",
                          access, made, indent, access, indent, unit, creation->failure,
                          indent),
                     reason);
        change(r, file, call->end, after_semicolon(file, call->end), "", reason);
        return;
    }
    made = TEXT(r, "(%s = %s) %s NULL", access, made, sign);
    change_cover(r, file, whole->begin, whole->end,
                 test != NULL ? made : TEXT(r, "(%s ? -1 : 0)", made), reason);
}

void
edit_ready_calls(struct rewriter *r)
{
    const struct type_creation *creation;
    for (size_t i = 0; (creation = type_creation_at(r->plan, i)) != NULL; i++) {
        edit_ready(r, creation);
    }
}

/* Let the file of the exec function know the spec of TYPE, which another file defines and
 * no header declares. */
static void
declare_spec(struct rewriter *r, const struct variable *type)
{
    const struct source_file *file = r->plan->init->setup->body->file;
    if (spec_is_known(r->plan, type)) {
        return;
    }
    uint32_t place =
        place_before(file, function_definition(r->plan->init->setup)->begin);
    change(r, file, place, place,
           TEXT(r, "extern PyType_Spec %s_spec;\n\n", type->name),
           "defined in another file");
}

/* Create TYPE, after its base, unless something else does, or IS_CREATED says that it is
 * done. */
static void
create_type(struct rewriter *r, struct strbuf *out, const struct variable *type,
            bool *is_created, unsigned depth)
{
    enum { MAX_BASES = 32 };
    const struct variable_plan *plan = plan_of_variable(r->plan, type);
    const struct variable *base = own_base(r->plan, type);

    if (!is_created_first(plan) || is_created[type->id] || depth > MAX_BASES) {
        return;
    }
    is_created[type->id] = true;
    if (base != NULL) {
        create_type(r, out, base, is_created, depth + 1);
    }
    declare_spec(r, type);
    const char *access = field_access(r->plan, type);
    strbuf_format(out, "\t%s = %s;\n\tif (%s == NULL) {\n\t\treturn -1;\n\t}\n", access,
                  type_creation(r, type, r->plan->init->module), access);
}

void
create_rest(struct rewriter *r, struct strbuf *out)
{
    bool *is_created = ARENA_ARRAY(r->arena, bool, r->source->n_variables + 1);
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->plan->stages->fields[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            create_type(r, out, variable, is_created, 0);
        }
    }
}
