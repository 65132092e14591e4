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

/* The type that CREATION asks for is there already. */
static void
edit_again(struct rewriter *r, const struct type_creation *creation, const char *is_missing)
{
    static const char reason[] = "the heap type is there already";
    const struct node *call = creation->call, *question = creation->question;
    const struct source_file *file = call->file;
    const struct node *branch = question != NULL ? question->first->next : NULL;
    bool is_only_failure = branch != NULL && branch->next == NULL && !creation->is_success;

    if (is_only_failure) {
        remove_text(r, file, question->begin, after_semicolon(file, question->end), reason);
    }
    else if (creation->failure != NULL) {
        remove_text(r, file, call->begin, after_semicolon(file, call->end), reason);
    }
    else {
        const struct node *whole = creation->test != NULL ? creation->test : call;
        change_cover(r, file, whole->begin, whole->end,
                     creation->test != NULL ? is_missing : TEXT(r, "(%s ? -1 : 0)", is_missing),
                     reason);
    }
}

static void
edit_ready(struct rewriter *r, const struct type_creation *creation)
{
    static const char reason[] = "the heap type is created";
    const struct node *call = creation->call;
    const struct source_file *file = call->file;
    const char *access = field_access(r->plan, creation->type);
    const char *sign = creation->is_success ? "!=" : "==";
    const struct node *test = creation->test;
    const struct node *whole = test != NULL ? test : call;
    const char *indent = indent_at(r->plan, file, whole->begin);
    const char *unit = style_of(r->plan, file)->indent;

    if (creation->is_made) {
        edit_again(r, creation, TEXT(r, "%s %s NULL", access, sign));
        return;
    }
    const char *made = TEXT(r, "%s = %s", access,
                            type_creation(r, creation->type,
                                          module_name_in(r->plan, call->within)));
    if (creation->question != NULL) {
        uint32_t begin = creation->question->begin;
        const char *before = indent_at(r->plan, file, begin);
        const char *text =
            creation->may_be_made
                ? TEXT(r, "if (%s == NULL) {\n%s%s%s;\n%s}\n%s", access, before, unit, made,
                       before, before)
                : TEXT(r, "%s;\n%s", made, before);
        change(r, file, begin, begin, text, reason);
        change_cover(r, file, whole->begin, whole->end,
                     TEXT(r, "%s %s NULL", access, sign), reason);
        return;
    }
    if (creation->failure != NULL) {
        const char *text = TEXT(r, "%s;\n%sif (%s == NULL) {\n%s%sreturn %s;\n%s}", made,
                                indent, access, indent, unit, creation->failure, indent);
        if (creation->may_be_made) {
            text = TEXT(r, "if (%s == NULL) {\n%s%s%s;\n%s}\n%sif (%s == NULL) {\n"
                           "%s%sreturn %s;\n%s}",
                        access, indent, unit, made, indent, indent, access, indent, unit,
                        creation->failure, indent);
        }
        change_cover(r, file, call->begin, call->end, text, reason);
        change(r, file, call->end, after_semicolon(file, call->end), "", reason);
        return;
    }
    made = TEXT(r, "(%s) %s NULL", made, sign);
    if (creation->may_be_made) {
        made = TEXT(r, "(%s %s NULL %s %s)", access, sign, creation->is_success ? "||" : "&&",
                    made);
    }
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
