/* Functions that run when an instance dies: tp_dealloc, tp_clear, tp_finalize, and what
 * they call.
 *
 * When the collector takes a module, its types and an instance apart together, the types
 * lose their MRO and their module first, so that nothing may look the state up as other
 * functions do.  But a type never loses its tp_base, and as long as it has its module,
 * it owns a reference to it: so the module is found along tp_base, or it is not there.
 * What is done with the state is done only if it is there; what it holds is dead anyhow
 * when it is not.  m_clear may have run: then objects of the state are NULL.
 *
 * Where that is not enough, the instances hold the module (module_holders.c), so that the
 * state is there; it always is where the collector does not see the instances.  Classes and constants that such functions use are then released by
 * m_free only: a cycle through one of them goes through something else that the collector
 * clears. */
#include "convert/plan/teardown.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/late_callbacks.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/moved_memory.h"
#include "convert/plan/names.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

/* A function that runs when an instance dies. */
struct torn_down {
    bool runs_last;
    bool may_lack_objects; /* runs_last, and m_clear may have run by then */
    bool may_lack_state;   /* may_lack_objects, and the module may be gone */
    const struct function *by; /* its caller; NULL: a slot */
    size_t finding; /* 1 + the number of the one that says it cannot be; 0: none */
};

bool
may_lack_state(const struct conversion *c, const struct function *function)
{
    return function != NULL && c->teardown->functions != NULL
           && c->teardown->functions[function->id].may_lack_state;
}

static bool
runs_last(const struct conversion *c, const struct function *function)
{
    return function != NULL && c->teardown->functions != NULL
           && c->teardown->functions[function->id].runs_last;
}

bool
finds_state_at_end(const struct conversion *c, const struct function *function)
{
    return runs_last(c, function) && !may_lack_state(c, function)
           && c->teardown->functions[function->id].by == NULL;
}

/* Does FUNCTION run last, with the state, but perhaps behind m_clear? */
static bool
may_lack_objects_only(const struct conversion *c, const struct function *function)
{
    return runs_last(c, function) && !may_lack_state(c, function)
           && c->teardown->functions[function->id].may_lack_objects;
}

const struct module_holder *
state_holder(const struct conversion *c, const struct function *function)
{
    return finds_state_at_end(c, function) ? torn_down_holder(c, function) : NULL;
}

/* --- what is released by m_free ----------------------------------------------------- */

static bool makes_kept_object(const struct function *function, unsigned depth);

/* Is VALUE NULL, or an object without a cycle of its own that only m_clear breaks: a class, a
 * module, a constant, a container, or what another module has?  *OUT_IS_MADE: not NULL. */
static bool
is_kept_value(const struct node *value, unsigned depth, bool *out_is_made)
{
    static const char *const makers[] = {
        "PyErr_NewException", "PyUnicode_", "PyBytes_From", "PyLong_From",
        "PyFloat_From",       "PyImport_",  "PyDict_New",   "PyList_New",
        "PySet_New",          "PyObject_GetAttr",
    };
    value = node_bare(value);
    if (is_null(value)) {
        return true;
    }
    *out_is_made = true;
    for (size_t i = 0; value->kind == NODE_CALL && i < ARRAY_LENGTH(makers); i++) {
        if (string_starts(call_name(value), makers[i])) {
            return true;
        }
    }
    return value->kind == NODE_CALL && value->function != NULL
           && makes_kept_object(value->function, depth);
}

/* Is every value that VARIABLE is given such? */
static bool
has_kept_values(const struct variable *variable, unsigned depth)
{
    bool is_made = false;
    if (variable->initial != NULL
        && !is_kept_value(variable->initial, depth, &is_made))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign = node_outer(use)->parent;
        if (use->is_address_taken
            || (use->is_written
                && (assign == NULL || assign->kind != NODE_ASSIGN || assign->op != '='
                    || assign->origin != ORIGIN_FILE
                    || !is_kept_value(assign->first->next, depth, &is_made))))
        {
            return false;
        }
    }
    return is_made;
}

/* Does FUNCTION, of the project, return such objects only? */
static bool
makes_kept_object(const struct function *function, unsigned depth)
{
    enum { MAX_CALLS = 3 };
    bool is_made = false;
    const struct node *body = function->body;
    if (body == NULL || depth >= MAX_CALLS) {
        return false;
    }
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *value =
            n->kind == NODE_RETURN && n->first != NULL ? node_bare(n->first) : NULL;
        if (value == NULL) {
            continue;
        }
        bool is_local = value->kind == NODE_NAME && value->variable != NULL
                        && !variable_is_static(value->variable)
                        && !value->variable->is_parameter;
        if (is_local ? !has_kept_values(value->variable, depth + 1)
                     : !is_kept_value(value, depth + 1, &is_made))
        {
            return false;
        }
        is_made |= is_local;
    }
    return is_made;
}

static bool
is_test(const struct node *value)
{
    const struct node *user = node_outer(value)->parent;
    return user != NULL
           && (user->kind == NODE_BINARY || user->kind == NODE_IF
               || (user->kind == NODE_UNARY && user->op == OP_NOT));
}

/* Does an `if` around VALUE ask whether it is there? */
static bool
is_asked_for(const struct node *value)
{
    for (const struct node *n = value; n->parent != NULL; n = n->parent) {
        const struct node *test =
            n->parent->kind == NODE_IF && n == node_child(n->parent, 1) ? n->parent->first : NULL;
        while (test != NULL) {
            const struct node *bare = node_bare(test);
            bool is_and = bare->kind == NODE_BINARY && bare->op == OP_AND;
            const struct node *one = node_bare(is_and ? bare->first->next : bare);
            if (one->kind == NODE_BINARY && one->op == OP_NOT_EQUAL
                && is_null(one->first->next))
            {
                one = node_bare(one->first);
            }
            if (node_texts_match(one, value)) {
                return true;
            }
            test = is_and ? bare->first : NULL;
        }
    }
    return false;
}

/* Does MENTION name no more than C data in its variable, or in what that points to; or what the
 * code asks for itself? */
static bool
names_data(const struct mention *mention)
{
    const struct node *node = mention->node;
    const struct node *part = node != NULL ? node_outer(node)->parent : NULL;
    if (part == NULL || part->kind != NODE_MEMBER) {
        return node != NULL && mention->variable->type->kind == TYPE_POINTER && is_test(node);
    }
    while (part->parent != NULL && part->parent->kind == NODE_MEMBER && part->parent->op == '.') {
        part = part->parent;
    }
    const struct type *type = part->type;
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return (type != NULL
            && (type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT
                || type->kind == TYPE_FUNCTION))
           || is_test(part) || is_asked_for(part);
}

/* Is what MENTION names there as long as the state is? */
static bool
is_there_with_state(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *plan = moving(c, mention->variable);
    if (plan == NULL) {
        return false;
    }
    switch (plan->kind) {
    case FIELD_DATA:
        return !is_record_alias(c, plan->variable) || names_data(mention);
    case FIELD_RECORD:
        return names_data(mention);
    case FIELD_TYPE:
        return true;
    case FIELD_OBJECT:
        return type_is_object_pointer(plan->variable->type)
               && has_kept_values(plan->variable, 0);
    default:
        return false;
    }
}

/* The same of all that MACRO's body names. */
static bool
macro_is_there_with_state(const struct conversion *c, const struct macro *macro)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->in_macro == macro && mention_needs_state(c, mention)
            && !is_there_with_state(c, mention))
        {
            return false;
        }
    }
    return true;
}

bool
outlives_clear(const struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; c->module_holders->n_items > 0 && i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        const struct function *within = mention->within;
        const struct variable_plan *plan = moving(c, mention->variable);
        if (mention->variable == variable && plan != NULL && plan->kind != FIELD_DATA
            && mention_needs_state(c, mention) && is_there_with_state(c, mention)
            && (mention->in_macro != NULL || may_lack_objects_only(c, within)))
        {
            return true;
        }
    }
    return false;
}

/* --- where a mention stands --------------------------------------------------------- */

/* The statement of a block, or branch of an `if`, that NODE is in; its parent is written
 * in the file. */
static const struct node *
statement_of(const struct node *node)
{
    for (; node->parent != NULL; node = node->parent) {
        const struct node *parent = node->parent;
        bool is_written = parent->origin == ORIGIN_FILE;
        if (is_written && (parent->kind == NODE_BLOCK || parent->kind == NODE_LABEL)) {
            return node;
        }
        if (is_written && parent->kind == NODE_IF) {
            return node == parent->first ? parent : node;
        }
    }
    return node;
}

/* The innermost node of FUNCTION's body around OFFSET. */
static const struct node *
node_around(const struct function *function, uint32_t offset)
{
    const struct node *found = NULL;
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->file == function->body->file && n->begin <= offset && n->end > offset) {
            found = n;
        }
    }
    return found;
}

static uint32_t
offset_of(const struct mention *mention)
{
    return mention->begin;
}

/* Is it a mention in FUNCTION that means nothing without the state?  The call of a
 * function that can do without is not. */
static bool
is_step(const struct conversion *c, const struct function *function,
        const struct mention *mention)
{
    if (mention->within != function || mention->in_macro != NULL
        || !mention_needs_state(c, mention)
        || (mention->function != NULL && runs_last(c, mention->function)))
    {
        return false;
    }
    if (!may_lack_objects_only(c, function)) {
        return may_lack_state(c, function);
    }
    return !(mention->macro != NULL ? macro_is_there_with_state(c, mention->macro)
                                    : is_there_with_state(c, mention));
}

bool
needs_state_within(const struct conversion *c, const struct function *function,
                   const struct node *node)
{
    for (size_t i = 0; i < mention_count(c) && node != NULL; i++) {
        const struct mention *mention = mention_at(c, i);
        if (is_step(c, function, mention) && offset_of(mention) >= node->begin
            && offset_of(mention) < node->end)
        {
            return true;
        }
    }
    return false;
}

/* --- what must hold ------------------------------------------------------------------ */

/* Is the moved object or type of MENTION handed to a function, so that it must not be
 * NULL?  Not so when it is assigned, compared, or given to what takes NULL. */
static bool
must_be_there(const struct conversion *c, const struct mention *mention)
{
    static const char *const takers[] = {"Py_CLEAR", "Py_XDECREF", "Py_XINCREF",
                                         "Py_XNewRef", "Py_XSETREF"};
    const struct variable_plan *plan = moving(c, mention->variable);
    const struct node *node = mention->node;
    if (plan == NULL || plan->kind == FIELD_DATA || plan->kind == FIELD_RECORD
        || node == NULL || node->is_written)
    {
        return false;
    }
    struct brackets around;
    bool is_first = brackets_around(mention->file, mention->address, &around)
                    && brackets_content(&around).begin == mention->address;
    for (size_t i = 0; i < ARRAY_LENGTH(takers) && is_first; i++) {
        if (brackets_have_name(&around, takers[i])) {
            return false;
        }
    }
    for (; node->parent != NULL; node = node->parent) {
        uint16_t kind = node->parent->kind;
        if (kind == NODE_BINARY) {
            return false;
        }
        if (kind != NODE_CAST && kind != NODE_PAREN && kind != NODE_UNARY) {
            return kind == NODE_CALL || kind == NODE_MEMBER;
        }
    }
    return false;
}

/* Is VARIABLE known not to be NULL where STATEMENT stands: does an `if` around it ask? */
static bool
is_tested(const struct conversion *c, const struct variable *variable,
          const struct node *statement)
{
    for (const struct node *n = statement; n->parent != NULL; n = n->parent) {
        const struct node *parent = n->parent;
        if (parent->kind != NODE_IF || n != node_child(parent, 1)) {
            continue;
        }
        for (const struct node *test = parent->first; test != NULL;) {
            const struct node *right = node_bare(test);
            bool is_and = right->kind == NODE_BINARY && right->op == OP_AND;
            const struct node *one = node_bare(is_and ? right->first->next : right);
            if (one->kind == NODE_BINARY && one->op == OP_NOT_EQUAL
                && is_null(one->first->next))
            {
                one = node_bare(one->first);
            }
            if (one->kind == NODE_NAME && one->variable == variable
                && moving(c, variable) != NULL)
            {
                return true;
            }
            test = is_and ? right->first : NULL;
        }
    }
    return false;
}

/* Is the statement in a branch that runs with the state only? */
static bool is_guarded(const struct conversion *c, const struct function *function,
                       const struct node *statement);

/* The pointers that must not be NULL where STATEMENT, or the condition of that `if`, is
 * executed. */
static struct plan_names
guard_of(const struct conversion *c, const struct function *function,
         const struct node *statement, const struct node *part)
{
    struct plan_names guard = {NULL, 0, 0};
    if (may_lack_state(c, function) && !is_guarded(c, function, statement)) {
        plan_names_add(c->arena, &guard, c->names->state);
    }
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (!is_step(c, function, mention) || offset_of(mention) < part->begin
            || offset_of(mention) >= part->end || !must_be_there(c, mention)
            || is_tested(c, mention->variable, statement))
        {
            continue;
        }
        const char *access = field_access(c, mention->variable);
        if (!plan_names_have(&guard, access)) {
            plan_names_add(c->arena, &guard, access);
        }
    }
    return guard;
}

/* --- which shape ----------------------------------------------------------------------- */

/* Is the value of EXPRESSION nothing but the mention of a static that moves? */
static bool
is_mention_itself(const struct conversion *c, const struct node *expression)
{
    const struct node *referent = node_referent(expression);
    return referent != NULL && referent->kind == NODE_NAME
           && moving(c, referent->variable) != NULL && expression->type != NULL
           && expression->type->kind == TYPE_POINTER;
}

/* Is it enough to leave the call out: does it do nothing but for the state? */
static bool
is_call_for_state(const struct conversion *c, const struct node *call)
{
    if (call->function != NULL && !call->function->in_project
        && (string_starts(call_name(call), "Py")
            || string_starts(call_name(call), "_Py")))
    {
        return true;
    }
    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct node *argument = node_bare(call_argument(call, i));
        const struct node *referent = node_referent(argument);
        if (referent != NULL && referent->kind == NODE_NAME
            && moving(c, referent->variable) != NULL
            && (argument->kind == NODE_UNARY
                || referent->variable->type->kind == TYPE_ARRAY))
        {
            return true; /* it changes what belongs to the state */
        }
    }
    return false;
}

bool
only_counts_up(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = moving(c, variable);
    if (plan == NULL || plan->kind != FIELD_DATA || variable->type->kind != TYPE_INTEGER
        || variable->n_uses == 0)
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        while (use->parent != NULL && use->parent->kind == NODE_PAREN) {
            use = use->parent;
        }
        const struct node *parent = use->parent;
        if (parent == NULL || parent->kind != NODE_UNARY || parent->op != OP_INCREMENT)
        {
            return false;
        }
    }
    return true;
}

/* Does ASSIGN give what outlives the statement the next number of such a counter?  Then
 * the number it has does as well: it differs from that of all others, too. */
static bool
takes_next_number(const struct conversion *c, const struct node *assign)
{
    const struct node *target = node_bare(assign->first);
    const struct node *value = node_bare(assign->first->next);
    return assign->op == '=' && target->kind == NODE_MEMBER && value->kind == NODE_UNARY
           && value->op == OP_INCREMENT
           && only_counts_up(c, node_bare(value->first)->variable);
}

/* What the target of an assignment is a part of: `x` in `x->y[0] = …`. */
static const struct variable *
root_of(const struct node *target)
{
    while (target != NULL && target->kind != NODE_NAME) {
        target = target->first;
    }
    return target != NULL ? target->variable : NULL;
}

/* Does MENTION read an object out of an array or struct?  It may be NULL. */
static bool
reads_part(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *plan = moving(c, mention->variable);
    const struct node *node = mention->node;
    if (plan == NULL || node == NULL || node->is_written || node->parent == NULL
        || names_data(mention))
    {
        return false;
    }
    if (plan->kind == FIELD_DATA) {
        return is_record_alias(c, plan->variable);
    }
    if (plan->kind == FIELD_VECTOR) {
        return true;
    }
    return (node->parent->kind == NODE_SUBSCRIPT || node->parent->kind == NODE_MEMBER
            || (node->is_address_taken && plan->kind != FIELD_TYPE))
           && type_holds_object(plan->variable->type)
           && !type_is_object_pointer(plan->variable->type);
}

/* Is the first use of VARIABLE, a local, behind STATEMENT one of what it points to?  Then it must
 * not be NULL there. */
static bool
is_followed_by_dereference(const struct variable *variable, const struct node *statement)
{
    const struct node *first = NULL;
    for (size_t i = 0; variable != NULL && i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->file == statement->file && use->begin >= statement->end
            && (first == NULL || use->begin < first->begin))
        {
            first = use;
        }
    }
    const struct node *outer = first != NULL ? node_outer(first) : NULL;
    const struct node *parent = outer != NULL ? outer->parent : NULL;
    return parent != NULL && parent->first == outer
           && ((parent->kind == NODE_MEMBER && parent->op != '.')
               || parent->kind == NODE_SUBSCRIPT
               || (parent->kind == NODE_UNARY && parent->op == OP_DEREFERENCE));
}

static struct teardown_step
step_of_expression(const struct conversion *c, const struct node *statement)
{
    struct teardown_step step = {SHAPE_NONE, statement, NULL, {NULL, 0, 0}};
    const struct node *bare = node_bare(statement);

    if (statement->origin != ORIGIN_FILE) {
        static const char *const macros[] = {"Py_CLEAR", "Py_XDECREF", "Py_DECREF",
                                             "assert"};
        for (size_t i = 0; i < ARRAY_LENGTH(macros); i++) {
            if (node_text_is(statement, macros[i])) {
                step.shape = SHAPE_WHOLE;
            }
        }
        return step;
    }
    if (bare->kind == NODE_UNARY
        && (bare->op == OP_INCREMENT || bare->op == OP_DECREMENT)
        && moving(c, root_of(bare->first)) != NULL)
    {
        step.shape = SHAPE_WHOLE;
    }
    else if (bare->kind == NODE_ASSIGN
             && (moving(c, root_of(bare->first)) != NULL || takes_next_number(c, bare)))
    {
        step.shape = SHAPE_WHOLE;
    }
    else if (bare->kind == NODE_ASSIGN && bare->op == '='
             && is_mention_itself(c, bare->first->next)
             && !is_followed_by_dereference(node_bare(bare->first)->variable, statement))
    {
        step.shape = SHAPE_VALUE;
        step.value = bare->first->next;
    }
    else if (bare->kind == NODE_CALL && is_call_for_state(c, bare)) {
        step.shape = SHAPE_WHOLE;
    }
    return step;
}

/* Is the parenthesis of an `if` in front of CONDITION in the file, and not within a macro
 * that begins it?  That it begins with a macro alone, as `Py_TYPE(self) == &T` does, is
 * nothing against it. */
static bool
is_behind_parenthesis(const struct node *condition)
{
    struct brackets around;
    return condition->file != NULL
           && brackets_around(condition->file, condition->begin, &around)
           && brackets_have_name(&around, "if")
           && brackets_content(&around).begin == condition->begin;
}

/* An `if` whose condition needs the state: without it goes where nothing else does. */
static enum teardown_shape
shape_of_if(const struct conversion *c, const struct function *function,
            const struct node *statement)
{
    const struct node *then = node_child(statement, 1);
    const struct node *other = node_child(statement, 2);
    bool then_needs = needs_state_within(c, function, then);
    bool other_needs = needs_state_within(c, function, other);
    if (!is_behind_parenthesis(statement->first) || then_needs == other_needs) {
        return SHAPE_NONE;
    }
    return then_needs ? SHAPE_IF : other != NULL ? SHAPE_IF_NOT : SHAPE_NONE;
}

struct teardown_step
teardown_step_of(const struct conversion *c, const struct function *function,
                 const struct node *statement)
{
    struct teardown_step step = {SHAPE_NONE, statement, NULL, {NULL, 0, 0}};
    const struct node *part = statement;
    const struct node *variable = statement->first;

    if (statement->kind == NODE_IF) {
        step.shape = shape_of_if(c, function, statement);
        part = statement->first;
    }
    else if (statement->kind == NODE_DECLARATIONS) {
        if (variable != NULL && variable->next == NULL && variable->first != NULL
            && is_mention_itself(c, variable->first)
            && !is_followed_by_dereference(variable->variable, statement))
        {
            step.shape = SHAPE_VALUE;
            step.value = variable->first;
        }
    }
    else if (statement->kind >= NODE_NAME || statement->origin != ORIGIN_FILE) {
        step = step_of_expression(c, statement);
    }
    step.guard = guard_of(c, function, statement, part);
    if (step.guard.n_items == 0) {
        if (step.shape != SHAPE_NONE || is_guarded(c, function, statement)) {
            step.shape = SHAPE_WHOLE; /* it runs with what it needs only */
        }
        return step;
    }
    if (step.shape == SHAPE_WHOLE && statement->parent->kind == NODE_IF
        && statement->next != NULL)
    {
        step.shape = SHAPE_NONE; /* its `else` would become another's */
    }
    return step;
}

static bool
is_guarded(const struct conversion *c, const struct function *function,
           const struct node *statement)
{
    for (const struct node *n = statement; n->parent != NULL; n = n->parent) {
        const struct node *parent = n->parent;
        if (parent->kind != NODE_IF || n == parent->first
            || !needs_state_within(c, function, parent->first))
        {
            continue;
        }
        enum teardown_shape shape = shape_of_if(c, function, parent);
        if ((shape == SHAPE_IF && n == node_child(parent, 1))
            || (shape == SHAPE_IF_NOT && n == node_child(parent, 2)))
        {
            return true;
        }
    }
    return false;
}

/* --- the plan ------------------------------------------------------------------------- */

/* A macro that needs the state: only to compare a type, or to count? */
static bool
macro_is_harmless(const struct conversion *c, const struct macro *macro)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->in_macro != macro || !mention_needs_state(c, mention)) {
            continue;
        }
        const struct variable_plan *plan = moving(c, mention->variable);
        if (only_counts_up(c, mention->variable)) {
            continue;
        }
        if (plan == NULL || plan->kind != FIELD_TYPE
            || !word_is_compared(mention->file, mention->begin))
        {
            return false;
        }
    }
    return true;
}

/* The statement of MENTION in FUNCTION as a step; SHAPE_NONE if it has none. */
static struct teardown_step
step_at(const struct conversion *c, const struct function *function,
        const struct mention *mention)
{
    const struct teardown_step none = {SHAPE_NONE, NULL, NULL, {NULL, 0, 0}};
    const struct node *node = mention->node != NULL
                                  ? mention->node
                                  : node_around(function, offset_of(mention));
    if (node == NULL || mention->function != NULL || reads_part(c, mention)
        || (mention->macro != NULL && !macro_is_harmless(c, mention->macro)))
    {
        return none;
    }
    const struct node *statement = statement_of(node);
    if (statement->parent == NULL || offset_of(mention) < statement->begin
        || offset_of(mention) >= statement->end)
    {
        return none;
    }
    return teardown_step_of(c, function, statement);
}

/* What such functions call with the state is one, too. */
static void
spread(struct conversion *c, struct torn_down *functions)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < mention_count(c); i++) {
            const struct mention *mention = mention_at(c, i);
            if (mention->function == NULL || !runs_last(c, mention->within)
                || mention->in_macro != NULL || !takes_state(c, mention->function)
                || plan_of_function(c, mention->function)->is_grouped
                || mention->function->body == NULL
                || mention->function->made_by != NULL)
            {
                continue;
            }
            struct torn_down *called = &functions[mention->function->id];
            if (!called->runs_last) {
                called->runs_last = grows = true;
                called->by = mention->within;
            }
            const struct torn_down *caller = &functions[mention->within->id];
            if (caller->may_lack_objects && !called->may_lack_objects) {
                called->may_lack_objects = grows = true;
            }
            if (caller->may_lack_state && !called->may_lack_state) {
                called->may_lack_state = grows = true;
                called->by = mention->within;
            }
        }
    }
}

/* The slot that FUNCTION runs for. */
static const struct function *
root_of_calls(const struct torn_down *functions, const struct function *function)
{
    while (functions[function->id].by != NULL) {
        function = functions[function->id].by;
    }
    return function;
}

/* Which slot FUNCTION runs for, and through which calls: "as tp_dealloc", or "'a', which
 * is tp_dealloc, calls 'b', that calls 'c'". */
static const char *
way_to(const struct conversion *c, const struct function *function)
{
    const struct torn_down *functions = c->teardown->functions;
    const char *calls = "";
    while (functions[function->id].by != NULL) {
        const struct function *caller = functions[function->id].by;
        bool is_first = functions[caller->id].by == NULL;
        calls = TEXT(c, "%s calls '%s'%s", is_first ? "" : ", that", function->name, calls);
        function = caller;
    }
    const char *why = plan_of_function(c, function)->why;
    return *calls == '\0' ? TEXT(c, "as %s", why)
                          : TEXT(c, "'%s', which is %s,%s", function->name, why, calls);
}

/* MENTION is needed where the state may be gone.  One finding a function: each further
 * place is evidence. */
static void
tell_step(struct conversion *c, struct torn_down *functions, const struct mention *mention)
{
    const struct function *function = mention->within;
    struct torn_down *torn_down = &functions[function->id];
    const struct function *root = root_of_calls(functions, function);
    const char *name = mention->variable != NULL   ? mention->variable->name
                       : mention->function != NULL ? mention->function->name
                                                   : mention->macro->name;
    if (torn_down->finding > 0) {
        finding_add_evidence(c->findings, &c->findings->items[torn_down->finding - 1],
                             "nor without '%s' at %s:%u", name, mention->file->path,
                             source_line(mention->file, offset_of(mention)));
        return;
    }
    if (callback_holder(c, root) != NULL) {
        note(c, "access-not-converted", mention->file, offset_of(mention), name,
             "'%s' is NULL here if a library calls '%s' when the garbage collector takes an "
             "instance and the module apart together: test this",
             name, root->name);
    }
    else {
        refuse(c, "access-not-converted", mention->file, offset_of(mention), name,
               "'%s' needs the module state, but runs when the state may already be freed "
               "(%s), and it is unclear what to do then without '%s'; store what it needs "
               "in the instance",
               function->name, way_to(c, function), name)
            ->cause = macro_cause(c, mention->macro);
    }
    torn_down->finding = c->findings->n_items;
}

/* Does MENTION, in a function that runs last, need what may not be there? */
static bool
cannot_be_done(const struct conversion *c, const struct mention *mention)
{
    return runs_last(c, mention->within) && is_step(c, mention->within, mention)
           && step_at(c, mention->within, mention).shape == SHAPE_NONE;
}

/* Which functions run last, and which of them may lack the state. */
static void
find_torn_down(struct conversion *c, struct torn_down *functions)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        bool runs_last = plan->needs_state && plan->belongs && !plan->has_own_state
                         && plan->access == ACCESS_TEARDOWN && function->body != NULL
                         && function->made_by == NULL && function->n_parameters > 0
                         && c->options->abi3 == 0;
        bool is_callback = plan->needs_state && plan->belongs && function->body != NULL
                           && callback_holder(c, function) != NULL;
        bool may_lack_objects = runs_last && !has_module_to_the_end(c, function);
        functions[function->id] = (struct torn_down){
            .runs_last = runs_last || is_callback,
            .may_lack_objects = may_lack_objects || is_callback,
            .may_lack_state = may_lack_objects && torn_down_holder(c, function) == NULL,
        };
    }
    spread(c, functions);
}

void
plan_teardown(struct conversion *c)
{
    struct teardown *teardown = ARENA_NEW(c->arena, struct teardown);
    struct torn_down *functions =
        ARENA_ARRAY(c->arena, struct torn_down, c->source->n_functions + 1);
    teardown->functions = functions;
    c->teardown = teardown;
    hold_module_for_callbacks(c);
    size_t n_holders;
    do { /* a function may run for several slots */
        n_holders = c->module_holders->n_items;
        find_torn_down(c, functions);
        for (size_t i = 0; i < mention_count(c); i++) {
            const struct mention *mention = mention_at(c, i);
            if (cannot_be_done(c, mention) && may_lack_state(c, mention->within)) {
                hold_module_for(c, root_of_calls(functions, mention->within));
            }
        }
    } while (c->module_holders->n_items > n_holders);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        teardown->uses_at_end |= functions[c->source->functions[i]->id].may_lack_state;
    }
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (cannot_be_done(c, mention)) {
            tell_step(c, functions, mention);
        }
    }
}
