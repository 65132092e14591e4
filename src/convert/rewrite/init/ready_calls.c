/* Each PyType_Ready call becomes the creation of a heap type. */
#include "convert/rewrite/init/ready_calls.h"

#include "convert/text/places.h"
#include "convert/facts/ready_calls.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/type_bases.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/type_creation.h"
#include "convert/text/style.h"
#include "model/extent.h"

static bool
is_block_statement(const struct node *node)
{
    return node->parent != NULL && node->parent->kind == NODE_BLOCK;
}

/* What FUNCTION returns on failure; NULL if it cannot. */
static const char *
failure_of(const struct conversion *c, const struct function *function)
{
    if (function == c->setup) {
        return "-1";
    }
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    if (result == NULL || result->kind == TYPE_VOID) {
        return NULL;
    }
    return result->kind == TYPE_POINTER ? "NULL" : "-1";
}

/* The comparison around CALL that is true when the type could not be made. */
static const struct node *
failure_test(const struct node *call, bool *out_is_success)
{
    const struct node *node = call;
    while (node->parent != NULL && node->parent->kind == NODE_PAREN) {
        node = node->parent;
    }
    const struct node *test = node->parent;
    *out_is_success = false;
    if (test == NULL || test->kind != NODE_BINARY || test->first != node
        || !test->first->next->has_value)
    {
        return NULL;
    }
    int64_t value = test->first->next->value;
    if ((test->op == '<' && value == 0) || (test->op == OP_EQUAL && value == -1)
        || (test->op == OP_NOT_EQUAL && value == 0))
    {
        return test;
    }
    if ((test->op == OP_EQUAL && value == 0)
        || (test->op == OP_GREATER_EQUAL && value == 0))
    {
        *out_is_success = true;
        return test;
    }
    return NULL;
}

static void
edit_ready(struct rewriter *r, const struct variable *type, const struct node *call)
{
    static const char reason[] = "the heap type is created";
    const struct function *function = call->within;
    const struct source_file *file = call->file;
    const char *access = field_access(r->plan, type);
    const char *creation = type_creation(r, type, module_name_in(r->plan, function));
    bool is_success;
    const struct node *test = failure_test(call, &is_success);
    const struct node *whole = test != NULL ? test : call;

    if (call->origin != ORIGIN_FILE) {
        refuse_at(r->late, "type-not-converted", call, type->name,
                  "'%s' is initialised through a macro", type->name);
        return;
    }
    const struct node *outer = whole;
    while (outer->parent != NULL && outer->parent->kind == NODE_PAREN) {
        outer = outer->parent;
    }
    const struct node *statement = outer->parent;
    const char *indent = indent_at(r->plan, file, whole->begin);
    if (statement != NULL && statement->kind == NODE_IF && statement->first == outer
        && is_block_statement(statement) && statement->origin == ORIGIN_FILE)
    {
        indent = indent_at(r->plan, file, statement->begin);
        change(r, file, statement->begin, statement->begin,
               TEXT(r, "%s = %s;\n%s", access, creation, indent), reason);
        change_cover(r, file, whole->begin, whole->end,
                     TEXT(r, "%s %s NULL", access, is_success ? "!=" : "=="), reason);
        return;
    }
    if (whole == call && is_block_statement(call)) {
        const char *failure = failure_of(r->plan, function);
        const char *unit = style_of(r->plan, file)->indent;
        if (failure == NULL) {
            refuse_at(r->late, "type-not-converted", call, type->name,
                      "'%s' is initialised where an error cannot be reported",
                      type->name);
            return;
        }
        change_cover(r, file, call->begin, call->end,
                     TEXT(r, "%s = %s;\n%sif (%s == NULL) {\n%s%sreturn %s;\n%s}",
                          access, creation, indent, access, indent, unit, failure,
                          indent),
                     reason);
        uint32_t end = after_semicolon(file, call->end);
        change(r, file, call->end, end, "", reason);
        return;
    }
    const char *made =
        TEXT(r, "(%s = %s) %s NULL", access, creation, is_success ? "!=" : "==");
    if (test != NULL) {
        change_cover(r, file, test->begin, test->end, made, reason);
    }
    else {
        change_cover(r, file, call->begin, call->end, TEXT(r, "(%s ? -1 : 0)", made),
                     reason);
    }
}

void
edit_ready_calls(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        for (size_t k = 0;
             plan != NULL && plan->kind == FIELD_TYPE && k < variable->n_uses; k++)
        {
            const struct node *call = ready_call(variable->uses[k]);
            if (call != NULL) {
                edit_ready(r, variable, call);
            }
        }
    }
}

static bool
holds_main(const struct source_file *file, const struct source_file *main)
{
    for (size_t i = 0; i < file->n_mains; i++) {
        if (file->mains[i] == main) {
            return true;
        }
    }
    return file == main;
}

/* Let the file of the exec function know the spec of TYPE, which another file defines and
 * no header declares. */
static void
declare_spec(struct rewriter *r, const struct variable *type)
{
    const struct source_file *file = r->plan->setup->body->file;
    const struct declaration *definition = variable_declaration(type);

    for (size_t i = 0; i < type->n_declarations; i++) {
        if (holds_main(type->declarations[i].file, file)) {
            return;
        }
    }
    if (type->storage == STORAGE_STATIC) {
        refuse(r->late, "type-not-converted", definition->file, definition->name,
               type->name,
               "the type is never initialised, and '%s', which could do it, is in "
               "another file: initialise it there, or give the type external linkage",
               r->plan->setup->name);
        return;
    }
    uint32_t place = place_before(file, function_definition(r->plan->setup)->begin);
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

    if (plan->ready != NULL || plan->is_sequence || is_created[type->id]
        || depth > MAX_BASES)
    {
        return;
    }
    is_created[type->id] = true;
    if (base != NULL) {
        create_type(r, out, base, is_created, depth + 1);
    }
    declare_spec(r, type);
    const char *access = field_access(r->plan, type);
    strbuf_format(out, "\t%s = %s;\n\tif (%s == NULL) {\n\t\treturn -1;\n\t}\n", access,
                  type_creation(r, type, r->plan->module), access);
}

void
create_rest(struct rewriter *r, struct strbuf *out)
{
    bool *is_created = ARENA_ARRAY(r->arena, bool, r->source->n_variables + 1);
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->plan->fields[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            create_type(r, out, variable, is_created, 0);
        }
    }
}
