/* A field of the state owns what it points to: a reference is taken where a borrowed one
 * is stored, and where a value is given away afterwards. */
#include "convert/rewrite/types/ownership.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/plan/functions.h"
#include "convert/plan/names.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/text/branch_lines.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- borrowed references that are stored ---------------------------------------------- */

static void
add_reference(struct rewriter *r, const struct stored_reference *stored)
{
    static const char reason[] = "the field owns it";
    const struct node *assign = stored->assign, *field = assign->first;
    const struct node *last =
        stored->taking == TAKES_BEHIND_CHECK ? stored->statement : assign;
    const struct source_file *file = assign->file;
    const char *text =
        TEXT(r, "Py_XINCREF(%s);", rendered(r, file, field->begin, field->end));
    uint32_t end = after_semicolon(file, last->end);

    if (stored->taking == TAKES_IN_BRANCH) {
        change(r, file, assign->begin, assign->begin, "{ ", reason);
        change(r, file, end, end, TEXT(r, " %s }", text), reason);
        return;
    }
    change(r, file, end, end,
           TEXT(r, "\n%s%s", indent_at(r->plan, file, last->begin), text), reason);
}

/* --- PyModule_AddObject takes a reference away ------------------------------------- */

static void
edit_added(struct rewriter *r, const struct variable *variable, const struct node *use)
{
    const struct node *argument = use;
    while (argument->parent != NULL && argument->parent->kind != NODE_CALL
           && argument->parent->kind >= NODE_NAME)
    {
        argument = argument->parent;
    }
    const struct node *call = argument->parent;
    if (call == NULL || call->kind != NODE_CALL
        || strcmp(call_name(call), "PyModule_AddObject") != 0
        || call_argument(call, 2) != argument
        || takes_reference(use->within, variable))
    {
        return;
    }
    const struct source_file *file = call->file;
    if (r->options->floor >= 0x030A0000 && node_text_is(call, "PyModule_AddObject")) {
        change(r, file, call->begin,
               call->begin + (uint32_t)strlen("PyModule_AddObject"),
               "PyModule_AddObjectRef", "the state keeps its own reference");
        return;
    }
    const struct node *statement = call;
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    bool is_first =
        statement == call || (statement->kind == NODE_IF && statement->parent != NULL);
    /* In a condition that also makes the type, the reference is taken in place. */
    const struct node *condition = statement->kind == NODE_IF ? statement->first : NULL;
    if (condition != NULL) {
        for (const struct node *n = condition; n != NULL; n = node_after(n, condition))
        {
            is_first &= n->kind != NODE_BINARY || (n->op != OP_OR && n->op != OP_AND);
        }
        bool is_inside = false;
        for (const struct node *n = call; n != NULL; n = n->parent) {
            is_inside |= n == condition;
        }
        is_first &= is_inside;
    }
    const char *access = field_access(r->plan, variable);
    if (is_first && statement->parent != NULL && statement->origin == ORIGIN_FILE) {
        change(r, file, statement->begin, statement->begin,
            TEXT(r, "Py_INCREF(%s);\n%s", access, indent_at(r->plan, file, statement->begin)),
            "the state keeps its own reference");
        record_state_use(r, file, statement->begin, statement->begin);
        return;
    }
    change(r, file, argument->begin, argument->begin,
           TEXT(r, "(Py_INCREF(%s), ", access), "the state keeps its own reference");
    change(r, file, argument->end, argument->end, ")",
           "the state keeps its own reference");
}

/* --- references that nobody is given ------------------------------------------------- */

/* The statement `Py_INCREF(&type);` that USE, the type, stands in: its bytes. */
static bool
find_increment(const struct node *use, uint32_t *out_begin, uint32_t *out_end)
{
    const struct source_file *file = use->file;
    struct brackets arguments;
    struct range name;

    if (!brackets_around(file, use->begin, &arguments)
        || !brackets_have_name(&arguments, "Py_INCREF")
        || !brackets_name(&arguments, &name))
    {
        return false;
    }
    *out_begin = name.begin;
    *out_end = after_semicolon(file, arguments.close + 1);
    return brackets_content(&arguments).end == use->end
           && *out_end > arguments.close + 1 && begins_statement(file, name.begin);
}

/* Can USE of a static type take no reference over: T.tp_x = …, PyType_Ready(&T)? */
static bool
takes_no_reference(const struct node *use)
{
    uint32_t begin, end;
    const struct node *node = use->parent;
    if (find_increment(use, &begin, &end)) {
        return true;
    }
    while (node != NULL && node->kind >= NODE_NAME && node->kind != NODE_CALL
           && node->kind != NODE_MEMBER)
    {
        node = node->parent;
    }
    return node != NULL
           && (node->kind == NODE_MEMBER
               || (node->kind == NODE_CALL
                   && strcmp(call_name(node), "PyType_Ready") == 0));
}

/* `Py_INCREF(&type);` of a type that is handed to nobody: as static it was not to be freed;
 * of a heap type, it would never be. */
static void
remove_dead_increments(struct rewriter *r, const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        if (type->uses[i]->within != NULL
            && is_given_away(r->plan, type->uses[i]->within, type))
        {
            return;
        }
    }
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *use = type->uses[i];
        bool is_inactive = use->within != NULL && use->origin != ORIGIN_MACRO
                           && plan_of_function(r->plan, use->within)->is_init;
        for (size_t k = 0; k < type->n_uses && is_inactive; k++) {
            is_inactive = type->uses[k]->within != use->within
                          || takes_no_reference(type->uses[k]);
        }
        uint32_t begin, end;
        if (is_inactive && find_increment(use, &begin, &end)) {
            uint32_t line = line_begin(use->file, begin);
            if (*indent_at(r->plan, use->file, begin) != '\0'
                && line_end(use->file, begin) > end) {
                begin = conditional_begin(use->file, line, line_end(use->file, begin));
            }
            remove_text(r, use->file, begin, end, "nothing needs this reference");
        }
    }
}

/* --- elements that are given a value twice -------------------------------------------- */

enum { MAX_ELEMENTS = 4096 };

/* The element that USE of an array assigns, if the compiler knows its number. */
static bool
element_assigned(const struct node *use, int64_t *out_index)
{
    const struct node *subscript = use->parent;
    while (subscript != NULL && subscript->kind == NODE_CAST) {
        subscript = subscript->parent;
    }
    const struct node *assign = subscript != NULL ? subscript->parent : NULL;
    if (subscript == NULL || subscript->kind != NODE_SUBSCRIPT || assign == NULL
        || assign->kind != NODE_ASSIGN || assign->first != subscript)
    {
        return false;
    }
    const struct node *index = subscript->first->next;
    if (index == NULL || !index->has_value) {
        return false;
    }
    *out_index = index->value;
    return true;
}

static bool
has_element_assigned_twice(const struct conversion *c, const struct variable *array)
{
    bool *is_known = ARENA_ARRAY(c->arena, bool, MAX_ELEMENTS);
    for (size_t i = 0; i < array->n_uses; i++) {
        int64_t index;
        if (!element_assigned(array->uses[i], &index) || index < 0
            || index >= MAX_ELEMENTS) {
            continue;
        }
        if (is_known[index]) {
            return true;
        }
        is_known[index] = true;
    }
    return false;
}

/* `array[i] = value;` around USE, the array, in the file itself. */
static bool
element_assignment(const struct node *use, struct element_assignment *out)
{
    const struct node *element = use->parent;
    const struct node *assign = element != NULL ? element->parent : NULL;
    struct range sign;
    if (assign == NULL || element->kind != NODE_SUBSCRIPT || element->first != use
        || assign->kind != NODE_ASSIGN || assign->op != '=' || assign->first != element
        || !is_whole_statement(assign) || !node_operator(assign, &sign))
    {
        return false;
    }
    *out =
        (struct element_assignment){assign->begin, element->end, sign.end, assign->end};
    return true;
}

/* What the element had before is given up. */
static void
replace_element(struct rewriter *r, const struct mention *mention)
{
    static const char reason[] = "the element may already have a value";
    const struct node *node = mention->node;
    struct element_assignment found;
    bool has_tree =
        mention->in_macro == NULL && node != NULL && node->origin == ORIGIN_FILE;
    if (has_tree ? element_assignment(node, &found)
                 : word_element_assignment(mention->file, mention->begin, &found))
    {
        change(r, mention->file, found.begin, found.begin, "Py_XSETREF(", reason);
        change(r, mention->file, found.element_end, found.value, ",", reason);
        change(r, mention->file, found.end, found.end, ")", reason);
    }
}

/* A static array loses what its elements had when they get another value; so would each
 * module object. */
static void
replace_elements(struct rewriter *r)
{
    for (size_t i = 0; i < mention_count(r->plan) && r->options->abi3 == 0; i++) {
        const struct mention *mention = mention_at(r->plan, i);
        const struct variable_plan *plan =
            mention->variable != NULL ? moving(r->plan, mention->variable) : NULL;
        if (plan != NULL && plan->kind == FIELD_OBJECT
            && mention->variable->type->kind == TYPE_ARRAY
            && has_element_assigned_twice(r->plan, mention->variable))
        {
            replace_element(r, mention);
        }
    }
}

void
edit_ownership(struct rewriter *r)
{
    replace_elements(r);
    for (size_t i = 0; i < r->plan->stored_references->n_items; i++) {
        add_reference(r, &r->plan->stored_references->items[i]);
    }
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan == NULL || plan->kind == FIELD_DATA || plan->is_free_list) {
            continue;
        }
        if (plan->kind == FIELD_TYPE) {
            remove_dead_increments(r, variable);
        }
        for (size_t k = 0; k < variable->n_uses; k++) {
            if (variable->uses[k]->within != NULL) {
                edit_added(r, variable, variable->uses[k]);
            }
        }
    }
}
