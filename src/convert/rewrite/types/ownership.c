/* A field of the state owns what it points to, because m_clear gives it up.  A static
 * often did not: it lived as long as the process.  So a borrowed value gets a
 * reference when it is stored, and so does a value that is given away afterwards. */
#include "convert/rewrite/types/ownership.h"

#include <string.h>

#include "convert/text/branch_lines.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/text/style.h"
#include "extension/references.h"
#include "model/extent.h"

/* Is one of NAMES called in FUNCTION with an argument that means VARIABLE? */
static bool
is_handed_to(const struct function *function, const struct variable *variable,
             const char *const *names)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within != function) {
            continue;
        }
        const struct node *node = use->parent;
        while (node != NULL && node->kind >= NODE_NAME && node->kind != NODE_CALL) {
            node = node->parent;
        }
        for (size_t k = 0; node != NULL && node->kind == NODE_CALL && names[k]; k++) {
            if (string_starts(call_name(node), names[k])) {
                return true;
            }
        }
        /* Py_INCREF and its kin are macros in some versions. */
        struct brackets around;
        for (uint32_t at = use->begin;
             use->origin != ORIGIN_MACRO && brackets_around(use->file, at, &around)
             && use->file->text[around.open] != '{';
             at = around.open)
        {
            for (size_t k = 0; names[k] != NULL; k++) {
                if (brackets_have_name(&around, names[k])) {
                    return true;
                }
            }
        }
    }
    return false;
}

static const char *const increments[] = {"Py_INCREF",  "Py_XINCREF", "Py_NewRef",
                                         "Py_XNewRef", "_Py_NewRef", NULL};

/* Does what stands at OFFSET, the argument of a call or of a macro that is written there,
 * have its reference taken by that? */
static bool
is_stolen_at(const struct conversion *c, const struct source_file *file,
             uint32_t offset)
{
    struct brackets around;
    struct range name;
    for (; brackets_around(file, offset, &around) && file->text[around.open] != '{';
         offset = around.open)
    {
        if (brackets_name(&around, &name)) {
            return reference_stolen_by(text_of(c, file, name.begin, name.end))
                   == (int)brackets_number(&around, offset);
        }
    }
    return false;
}

/* Does FUNCTION give the reference of its LOCAL away? */
static bool
is_given_away(const struct conversion *c, const struct function *function,
              const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        if (use->within == function && use->origin != ORIGIN_MACRO
            && is_stolen_at(c, use->file, use->begin))
        {
            return true;
        }
    }
    return false;
}

enum value { VALUE_NEW, VALUE_BORROWED, VALUE_UNKNOWN };

static enum value value_of_node(const struct conversion *c, const struct node *value,
                                const struct function *function, unsigned depth);

enum { MAX_VALUE_DEPTH = 8 };

/* What a local of FUNCTION holds at PLACE, by what is assigned to it. */
static enum value
value_of_local(const struct conversion *c, const struct variable *local,
               const struct node *place, const struct function *function,
               unsigned depth)
{
    if (is_handed_to(function, local, increments)) {
        return VALUE_NEW;
    }
    if (local->is_parameter) {
        return VALUE_UNKNOWN;
    }
    /* What was assigned last before the place, as the text runs. */
    const struct node *last = local->initial;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN
            && assign->first == local->uses[i] && assign->begin < place->begin
            && !is_null(assign->first->next)
            && (last == NULL || last->begin < assign->begin))
        {
            last = assign->first->next;
        }
    }
    if (last == NULL || depth > MAX_VALUE_DEPTH) {
        return VALUE_UNKNOWN;
    }
    enum value result =
        is_null(last) ? VALUE_NEW : value_of_node(c, last, function, depth + 1);
    if (result == VALUE_NEW && is_given_away(c, function, local)) {
        return VALUE_BORROWED; /* the module's dict has the reference now */
    }
    return result;
}

static enum value
value_of_node(const struct conversion *c, const struct node *value,
              const struct function *function, unsigned depth)
{
    value = node_bare(value);
    if (value == NULL || depth > MAX_VALUE_DEPTH) {
        return VALUE_UNKNOWN;
    }
    switch (value->kind) {
    case NODE_CALL:
        switch (reference_given_by(call_name(value))) {
        case REFERENCE_BORROWED:
        case REFERENCE_POINTER:
            return VALUE_BORROWED;
        default:
            return VALUE_NEW;
        }
    case NODE_NAME:
        if (value->variable == NULL) {
            return VALUE_UNKNOWN;
        }
        if (value->variable->storage == STORAGE_AUTOMATIC) {
            return value_of_local(c, value->variable, value, function, depth);
        }
        return VALUE_BORROWED;
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
    case NODE_UNARY:
        return VALUE_BORROWED;
    case NODE_CONDITIONAL: {
        const struct node *one = node_child(value, 1), *two = node_child(value, 2);
        if (is_null(one) || is_null(two)) {
            return value_of_node(c, is_null(one) ? two : one, function, depth + 1);
        }
        enum value a = value_of_node(c, one, function, depth + 1);
        return a == value_of_node(c, two, function, depth + 1) ? a : VALUE_UNKNOWN;
    }
    case NODE_ASSIGN:
        return VALUE_BORROWED; /* another variable has it too */
    case NODE_STATEMENT_EXPRESSION:
        return VALUE_NEW;
    default:
        return VALUE_UNKNOWN;
    }
}

/* The statement that is the expression NODE, alone; NULL if it is part of more. */
static bool
is_statement(const struct node *node)
{
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return false;
    }
    switch (parent->kind) {
    case NODE_BLOCK:
    case NODE_LABEL:
    case NODE_CASE:
    case NODE_DEFAULT:
        return true;
    case NODE_IF:
        return parent->first != node;
    default:
        return false;
    }
}

/* Add a reference to ACCESS behind the assignment ASSIGN. */
static bool
add_reference(struct rewriter *r, const struct node *assign, const char *access)
{
    const struct source_file *file = assign->file;
    const char *text = TEXT(r, "Py_XINCREF(%s);", access);

    if (is_statement(assign)) {
        uint32_t end = after_semicolon(file, assign->end);
        const char *indent = indent_at(r->plan, file, assign->begin);
        if (assign->parent->kind == NODE_IF) {
            change(r, file, assign->begin, assign->begin, "{ ", "the field owns it");
            change(r, file, end, end, TEXT(r, " %s }", text), "the field owns it");
        }
        else {
            change(r, file, end, end, TEXT(r, "\n%s%s", indent, text),
                   "the field owns it");
        }
        return true;
    }
    const struct node *condition = assign;
    while (condition->parent != NULL && condition->parent->kind >= NODE_NAME) {
        condition = condition->parent;
    }
    const struct node *statement = condition->parent;
    if (statement == NULL || statement->kind != NODE_IF || statement->first != condition
        || statement->parent == NULL || statement->parent->kind != NODE_BLOCK
        || node_child(statement, 2) != NULL || !leaves(node_child(statement, 1)))
    {
        return false;
    }
    uint32_t end = after_semicolon(file, statement->end);
    change(r, file, end, end,
           TEXT(r, "\n%s%s", indent_at(r->plan, file, statement->begin), text),
           "the field owns it");
    return true;
}

/* The assignment whose target is NAME, or a part of it; NULL if it is none. */
static const struct node *
assignment_to(const struct node *name)
{
    const struct node *target = name;
    while (
        target->parent != NULL
        && ((target->parent->kind == NODE_SUBSCRIPT && target->parent->first == target)
            || (target->parent->kind == NODE_MEMBER && target->parent->op == '.')
            || target->parent->kind == NODE_PAREN))
    {
        target = target->parent;
    }
    const struct node *assign = target->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->first == target
                   && assign->op == '='
               ? assign
               : NULL;
}

/* Does FUNCTION take a reference to what is written as VALUE is, in any of its branches? */
static bool
is_counted(const struct function *function, const struct node *value)
{
    const struct source_file *file = function->body->file;
    size_t size = value->end - value->begin;
    if (value->file != file || value->origin == ORIGIN_MACRO) {
        return false;
    }
    for (size_t k = 0; increments[k] != NULL; k++) {
        struct word word = {.file = file, .end = function->body->begin};
        struct brackets arguments;
        while (word_next(&word, increments[k], function->body->end)) {
            if (!use_brackets(file, word.begin, &arguments)) {
                continue;
            }
            struct range given = brackets_content(&arguments);
            if (given.end - given.begin == size
                && memcmp(file->text + given.begin, file->text + value->begin, size)
                       == 0)
            {
                return true;
            }
        }
    }
    return false;
}

static void
edit_assignment(struct rewriter *r, const struct variable *variable,
                const struct node *use, const struct node *assign)
{
    const struct node *value = assign->first->next;
    if (is_null(value) || is_handed_to(use->within, variable, increments)
        || is_counted(use->within, node_bare(value)))
    {
        return;
    }
    if (r->plan->create != NULL && node_bare(value) == r->plan->create) {
        return; /* init_module.c */
    }
    switch (value_of_node(r->plan, value, use->within, 0)) {
    case VALUE_NEW:
        return;
    case VALUE_BORROWED:
        if (use->origin == ORIGIN_FILE && assign->origin == ORIGIN_FILE
            && add_reference(
                r, assign,
                rendered(r, assign->file, assign->first->begin, assign->first->end)))
        {
            return;
        }
        break;
    case VALUE_UNKNOWN:
        break;
    }
    refuse_at(r->late, "lifetime-not-converted", assign, variable->name,
              "it is unclear who owns the object that is stored in '%s' here",
              variable->name);
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
        || is_handed_to(use->within, variable, increments))
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
        || !is_statement(assign) || !node_operator(assign, &sign))
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
    for (size_t i = 0; i < r->plan->n_mentions && r->options->abi3 == 0; i++) {
        const struct mention *mention = &r->plan->mentions[i];
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
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan == NULL || plan->kind == FIELD_NONE || plan->kind == FIELD_DATA
            || plan->is_free_list)
        {
            continue;
        }
        if (plan->kind == FIELD_TYPE) {
            remove_dead_increments(r, variable);
        }
        for (size_t k = 0; k < variable->n_uses; k++) {
            const struct node *use = variable->uses[k];
            const struct node *assign = assignment_to(use);
            if (use->within == NULL) {
                continue;
            }
            if (assign != NULL && plan->kind != FIELD_TYPE
                && assign->first->type != NULL
                && type_is_object_pointer(assign->first->type))
            {
                edit_assignment(r, variable, use, assign);
            }
            else if (plan->kind == FIELD_OBJECT && use->is_address_taken
                     && use->parent != NULL && use->parent->kind == NODE_UNARY
                     && use->parent->parent != NULL
                     && use->parent->parent->kind == NODE_CALL
                     && string_starts(call_name(use->parent->parent), "PyArg_"))
            {
                refuse_at(r->late, "lifetime-not-converted", use, variable->name,
                          "PyArg_… stores a borrowed reference in '%s'",
                          variable->name);
            }
            edit_added(r, variable, use);
        }
    }
}
