/* Functions that run when an instance dies: tp_dealloc, tp_clear, tp_finalize, and what
 * they call.
 *
 * When the collector takes a module, its types and an instance apart together, the types
 * lose their MRO and their module first, so that nothing may look the state up as other
 * functions do.  But a type never loses its tp_base, and as long as it has its module,
 * it owns a reference to it: so the module is found along tp_base, or it is not there.
 * What is done with the state is done only if it is there; what it holds is dead anyhow
 * when it is not.  m_clear may have run: then objects of the state are NULL. */
#include "convert/plan/teardown.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/names.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

/* A function that runs when an instance dies. */
struct torn_down {
    bool may_lack_state;
    const struct function *by; /* its caller; NULL: a slot */
    size_t refusal; /* 1 + the number of the finding that says it cannot be; 0: none */
};

bool
may_lack_state(const struct conversion *c, const struct function *function)
{
    return function != NULL && c->teardown->functions != NULL
           && c->teardown->functions[function->id].may_lack_state;
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
    return mention->within == function && mention->in_macro == NULL
           && mention_needs_state(c, mention)
           && !(mention->function != NULL && may_lack_state(c, mention->function));
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
    if (!is_guarded(c, function, statement)) {
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
    if (plan == NULL || plan->kind == FIELD_DATA || node == NULL || node->is_written
        || node->parent == NULL)
    {
        return false;
    }
    if (plan->kind == FIELD_VECTOR) {
        return true;
    }
    return (node->parent->kind == NODE_SUBSCRIPT || node->parent->kind == NODE_MEMBER)
           && type_holds_object(plan->variable->type)
           && !type_is_object_pointer(plan->variable->type);
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
             && is_mention_itself(c, bare->first->next))
    {
        step.shape = SHAPE_VALUE;
        step.value = bare->first->next;
    }
    else if (bare->kind == NODE_CALL && is_call_for_state(c, bare)) {
        step.shape = SHAPE_WHOLE;
    }
    return step;
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
    if (statement->first->origin != ORIGIN_FILE || then_needs == other_needs) {
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
            && is_mention_itself(c, variable->first))
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
        step.shape = SHAPE_WHOLE; /* it runs with the state only */
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

static void
spread(struct conversion *c, struct torn_down *functions)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < mention_count(c); i++) {
            const struct mention *mention = mention_at(c, i);
            if (mention->function == NULL || !may_lack_state(c, mention->within)
                || mention->in_macro != NULL || !takes_state(c, mention->function)
                || plan_of_function(c, mention->function)->is_grouped
                || mention->function->body == NULL
                || mention->function->made_by != NULL)
            {
                continue;
            }
            struct torn_down *called = &functions[mention->function->id];
            if (!called->may_lack_state) {
                called->may_lack_state = grows = true;
                called->by = mention->within;
            }
        }
    }
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
refuse_step(struct conversion *c, struct torn_down *functions,
            const struct mention *mention)
{
    const struct function *function = mention->within;
    struct torn_down *torn_down = &functions[function->id];
    const char *name = mention->variable != NULL   ? mention->variable->name
                       : mention->function != NULL ? mention->function->name
                                                   : mention->macro->name;
    if (torn_down->refusal > 0) {
        finding_add_evidence(c->findings, &c->findings->items[torn_down->refusal - 1],
                             "nor without '%s' at %s:%u", name, mention->file->path,
                             source_line(mention->file, offset_of(mention)));
        return;
    }
    refuse(c, "access-not-converted", mention->file, offset_of(mention), name,
           "'%s' needs the module state, but runs when the state may already be freed "
           "(%s), and it is unclear what to do then without '%s'; store what it needs "
           "in the instance",
           function->name, way_to(c, function), name);
    torn_down->refusal = c->findings->n_items;
}

void
plan_teardown(struct conversion *c)
{
    struct teardown *teardown = ARENA_NEW(c->arena, struct teardown);
    struct torn_down *functions =
        ARENA_ARRAY(c->arena, struct torn_down, c->source->n_functions + 1);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function_plan *plan =
            plan_of_function(c, c->source->functions[i]);
        bool may_lack_state =
            plan->needs_state && plan->belongs && !plan->has_own_state
            && plan->access == ACCESS_TEARDOWN && plan->function->body != NULL
            && plan->function->made_by == NULL && plan->function->n_parameters > 0
            && c->options->abi3 == 0;
        functions[plan->function->id].may_lack_state = may_lack_state;
        teardown->uses_at_end |= may_lack_state;
    }
    teardown->functions = functions;
    c->teardown = teardown;
    spread(c, functions);
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        const struct function *function = mention->within;
        if (!may_lack_state(c, function) || !is_step(c, function, mention)
            || step_at(c, function, mention).shape != SHAPE_NONE)
        {
            continue;
        }
        refuse_step(c, functions, mention);
    }
}
