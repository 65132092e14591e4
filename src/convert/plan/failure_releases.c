/* An import that fails releases what it made.  With single-phase initialisation a static
 * variable kept its pointer, and nobody looked at it again; now the module object is freed, and
 * m_clear releases what the state still holds.  So where a path that fails gives up the
 * reference that is the state's own, the field must forget it, too: Py_CLEAR.
 *
 * Not each release is of that one: PyModule_AddObject takes a reference only where it succeeds,
 * and who took one for it gives it back where it does not.
 *
 * The module's own m_clear and m_free ran for a module that was complete; now they run for one
 * whose import failed, too, so what they release may not be there.
 *
 * At run time, too, a static could keep the pointer to what it had given up, because a flag or a
 * count said that nothing was there (`Py_DECREF(cache); is_valid = 0;`, `return stack[--top];`).
 * The collector asks neither. */
#include "convert/plan/failure_releases.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/hooks.h"
#include "convert/plan/kept_references.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/surplus_references.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/holder.h"
#include "extension/ownership.h"
#include "extension/references.h"

enum {
    MAX_RELEASES = 64, /* of a function; the others stay as they are */
    MAX_TRIED = 4,     /* each set of so many is tried */
    MAX_STEPS = 1000,  /* of a path that is followed by the text */
};

/* A call that releases what a variable of the module state holds. */
struct release {
    const struct node *call, *statement;
    const struct node *object; /* as it is written: the variable, a part of it, or a local */
    const struct variable *variable;
    bool is_local;   /* OBJECT is one, whose object the variable is given */
    bool is_helpers; /* a helper releases it, which is handed its address */
    bool is_cleared; /* the state is to forget it there */
};

struct releases {
    const struct function *function;
    struct release items[MAX_RELEASES];
    size_t n_items;
};

/* --- the calls ------------------------------------------------------------------------------- */

static const struct variable *
part_of(const struct node *object)
{
    while (object != NULL
           && ((object->kind == NODE_MEMBER && object->op == '.')
               || object->kind == NODE_SUBSCRIPT))
    {
        object = node_bare(object->first);
    }
    return object != NULL && object->kind == NODE_NAME ? object->variable : NULL;
}

/* Does the state hold a reference to the objects in VARIABLE? */
static bool
is_owner(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = variable != NULL ? moving(c, variable) : NULL;
    return plan != NULL && !plan->is_free_list
           && (plan->kind == FIELD_OBJECT || plan->kind == FIELD_RECORD);
}

/* Is what the state holds of it given another value behind RELEASE, in the same block? */
static bool
is_written_behind(const struct release *release)
{
    for (const struct node *n = release->statement->next; n != NULL; n = n->next) {
        const struct node *assign = node_bare(n);
        const struct node *place = assign->kind == NODE_ASSIGN ? node_bare(assign->first) : NULL;
        if (place != NULL
            && (release->is_local ? node_variable(place) == release->variable
                                  : nodes_are_alike(place, release->object)))
        {
            return true;
        }
    }
    return false;
}

/* Is it Py_DECREF or Py_XDECREF, as a statement that is written so? */
static bool
is_plain(const struct conversion *c, const struct release *release)
{
    const char *name = node_use(c->source, release->call);
    struct brackets brackets;
    return (strcmp(name, "Py_DECREF") == 0 || strcmp(name, "Py_XDECREF") == 0)
           && is_whole_statement(release->statement)
           && use_brackets(release->call->file, release->statement->begin, &brackets);
}

/* The variable of the state that FUNCTION gives the object in LOCAL; NULL: none. */
static const struct variable *
given_local(const struct conversion *c, const struct function *function,
            const struct node *local)
{
    if (local == NULL || local->kind != NODE_NAME || local->variable == NULL
        || local->variable->storage != STORAGE_AUTOMATIC)
    {
        return NULL;
    }
    for (size_t i = 0; i < local->variable->n_uses; i++) {
        const struct node *value = node_outer(local->variable->uses[i]);
        const struct node *assign = value->parent;
        const struct node *target =
            assign != NULL && assign->kind == NODE_ASSIGN && assign->first != value
                ? node_bare(assign->first)
                : NULL;
        if (target != NULL && target->kind == NODE_NAME && value->within == function
            && is_owner(c, target->variable))
        {
            return target->variable;
        }
    }
    return NULL;
}

/* Does FUNCTION release what PARAMETER points to, and leave it there? */
static bool
releases_behind(const struct function *function, const struct variable *parameter)
{
    bool is_released = false;
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *place = n->kind == NODE_ASSIGN ? node_bare(n->first) : NULL;
        const struct node *released = n->kind == NODE_CALL ? released_reference(n) : NULL;
        if (place != NULL && place->kind == NODE_UNARY && place->op == OP_DEREFERENCE
            && node_variable(place->first) == parameter)
        {
            return false;
        }
        is_released |= released != NULL && released->kind == NODE_UNARY
                       && released->op == OP_DEREFERENCE
                       && node_variable(released->first) == parameter;
    }
    return is_released;
}

/* The variable of the state whose object CALL, of a helper, releases; NULL: none, or it is not
 * written so. */
static const struct node *
released_by_helper(const struct conversion *c, const struct node *call)
{
    const struct function *helper = call->function;
    if (helper == NULL || helper->body == NULL || call->origin != ORIGIN_FILE
        || !is_whole_statement(node_outer(call)))
    {
        return NULL;
    }
    for (size_t i = 0; i < helper->n_parameters && call_argument(call, i) != NULL; i++) {
        const struct node *address = node_bare(call_argument(call, i));
        const struct node *name =
            address->kind == NODE_UNARY && address->op == OP_ADDRESS ? node_bare(address->first)
                                                                     : NULL;
        if (name != NULL && name->kind == NODE_NAME && is_owner(c, name->variable)
            && releases_behind(helper, helper->parameters[i]))
        {
            return name;
        }
    }
    return NULL;
}

static void
find_releases(const struct conversion *c, const struct function *function,
              struct releases *out)
{
    out->function = function;
    out->n_items = 0;
    for (size_t i = 0; i < function->n_calls && out->n_items < MAX_RELEASES; i++) {
        const struct node *call = function->calls[i];
        struct release release = {.call = call,
                                  .statement = node_outer(call),
                                  .object = released_by_helper(c, call)};
        if (release.object != NULL) {
            release.variable = release.object->variable;
            release.is_helpers = true;
            if (!is_written_behind(&release)) {
                out->items[out->n_items++] = release;
            }
            continue;
        }
        if (released_reference(call) == NULL) {
            continue;
        }
        release.object = node_bare(last_argument(call));
        release.variable = part_of(release.object);
        if (!is_owner(c, release.variable)) {
            release.variable = given_local(c, function, release.object);
            release.is_local = true;
        }
        if (is_owner(c, release.variable) && is_plain(c, &release)
            && !is_written_behind(&release))
        {
            out->items[out->n_items++] = release;
        }
    }
}

/* --- by the paths ---------------------------------------------------------------------------- */

static void
add_call(struct conversion *c, const struct node *const **io_calls, size_t *io_n,
         const struct node *call)
{
    const struct node **calls = ARENA_ARRAY(c->arena, const struct node *, *io_n + 1);
    for (size_t i = 0; i < *io_n; i++) {
        calls[i] = (*io_calls)[i];
    }
    calls[(*io_n)++] = call;
    *io_calls = calls;
}

/* What the plan does to the references to VARIABLE in FUNCTION. */
static struct object_balance
planned(struct conversion *c, const struct function *function, const struct variable *variable)
{
    struct object_balance balance = {.holder.variable = variable};
    for (size_t i = 0; i < c->kept_references->n_items; i++) {
        const struct kept_reference *item = &c->kept_references->items[i];
        if (item->variable == variable && item->keeping == KEEPS_BY_REF) {
            add_call(c, &balance.by_ref, &balance.n_by_ref, item->call);
        }
        else if (item->variable == variable && item->keeping != KEEPS_BY_FORMAT) {
            add_call(c, &balance.kept, &balance.n_kept, item->call);
        }
    }
    for (size_t i = 0; i < c->stored_references->n_items; i++) {
        const struct node *assign = c->stored_references->items[i].assign;
        if (node_variable(assign->first) == variable) {
            add_call(c, &balance.kept, &balance.n_kept, assign);
        }
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        for (size_t k = 0; k < c->surplus_references->n_items; k++) {
            const struct node *gone = c->surplus_references->items[k].call;
            if (gone == function->calls[i] || gone == node_outer(function->calls[i])) {
                add_call(c, &balance.left_out, &balance.n_left_out, function->calls[i]);
            }
        }
    }
    return balance;
}

/* The same without the releases of OF in the set CLEARED, a bit for each. */
static struct object_balance
balance_without(struct conversion *c, const struct releases *releases,
                const struct release *const *of, size_t n, unsigned cleared)
{
    struct object_balance balance = planned(c, releases->function, of[0]->variable);
    for (size_t i = 0; i < n; i++) {
        if (cleared & (1u << i)) {
            add_call(c, &balance.left_out, &balance.n_left_out, of[i]->call);
        }
    }
    ask_balance(c->extension, releases->function, &balance);
    return balance;
}

/* A function that gives nothing has no other way to fail. */
static bool
gives_nothing(const struct function *function)
{
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    return result != NULL && result->kind == TYPE_VOID;
}

/* Is what the paths of the function that succeed do the same in both? */
static bool
succeed_alike(const struct function *function, const struct object_balance *a,
              const struct object_balance *b)
{
    return gives_nothing(function) || !a->success.is_seen
           || (a->success.least == b->success.least && a->success.most == b->success.most);
}

static const struct balance *
failing_part(const struct function *function, const struct object_balance *balance)
{
    return gives_nothing(function) ? &balance->success : &balance->failure;
}

/* Let the releases OF one variable become Py_CLEAR by which a path that fails gives up the
 * state's reference; false: the paths do not tell. */
static bool
clear_by_paths(struct conversion *c, const struct releases *releases,
               struct release *const *of, size_t n)
{
    const struct function *function = releases->function;
    const struct holder holder = {.variable = of[0]->variable};
    if (of[0]->object->kind != NODE_NAME
        || !holder_keeps_object(c->source, &holder, function))
    {
        return false;
    }
    const struct release *const *items = (const struct release *const *)of;
    struct object_balance now = balance_without(c, releases, items, n, 0);
    const struct balance *failing = failing_part(function, &now);
    if (!now.is_known) {
        return false;
    }
    if (!failing->is_seen || failing->least >= 0) {
        return true;
    }
    unsigned all = n < 32 ? (1u << n) - 1 : 0, best = 0;
    int leaked = 0;
    for (unsigned set = n <= MAX_TRIED ? 1 : all; set != 0 && set <= all; set++) {
        struct object_balance then = balance_without(c, releases, items, n, set);
        failing = failing_part(function, &then);
        if (then.is_known && failing->least >= 0 && succeed_alike(function, &now, &then)
            && (best == 0 || failing->most < leaked))
        {
            best = set;
            leaked = failing->most;
        }
    }
    for (size_t i = 0; i < n; i++) {
        of[i]->is_cleared = (best & (1u << i)) != 0;
    }
    return best != 0;
}

/* --- by the text ------------------------------------------------------------------------------ */

/* Does the function fail wherever ROOT returns? */
static bool
returns_fail(const struct node *root)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        const struct node *value = n->kind == NODE_RETURN ? node_bare(n->first) : NULL;
        if (n->kind == NODE_RETURN && value != NULL && !is_null(value)
            && !(value->has_value && value->value < 0))
        {
            return false;
        }
    }
    return true;
}

static const struct node *
label_named(const struct function *function, const char *name)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        if (n->kind == NODE_LABEL && string_equal(n->text, name)) {
            return n;
        }
    }
    return NULL;
}

/* Does FUNCTION fail on each way from STATEMENT on? */
static bool
leads_to_failure(const struct function *function, const struct node *statement)
{
    const struct node *n = statement;
    for (int steps = 0; n != NULL && n != function->body && steps < MAX_STEPS; steps++) {
        if (n->kind == NODE_GOTO) {
            n = label_named(function, n->text);
            continue;
        }
        if (!returns_fail(n)) {
            return false;
        }
        if (n->kind == NODE_RETURN) {
            return true;
        }
        while (n->next == NULL || n->parent->kind != NODE_BLOCK) {
            n = n->parent;
            if (n == NULL || n == function->body) {
                return gives_nothing(function);
            }
        }
        n = n->next;
    }
    return false;
}

/* Does FUNCTION take a reference to OBJECT, which it may give back? */
static bool
takes_one(const struct function *function, const struct node *object)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *taken = taken_reference(function->calls[i]);
        if (taken != NULL && nodes_are_alike(taken, object)) {
            return true;
        }
    }
    return false;
}

/* Does a call of FUNCTION but RELEASE take a reference to its object, or may it give one away? */
static bool
is_counted_otherwise(const struct function *function, const struct release *release)
{
    const struct node *object = release->object;
    if (takes_one(function, object)) {
        return true;
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (call == release->call) {
            continue;
        }
        int stolen = reference_stolen_by(call_name(call));
        bool is_own = call->function == NULL || call->function->in_project;
        for (size_t k = 0; call_argument(call, k) != NULL; k++) {
            const struct node *argument = node_resolved(call_argument(call, k));
            if ((is_own || stolen == (int)k || stolen == REFERENCE_STOLEN_ALL)
                && argument != NULL && nodes_are_alike(argument, object))
            {
                return true;
            }
        }
    }
    return false;
}

/* The same where only this is known: nothing else counts references to the object. */
static void
clear_by_text(struct conversion *c, const struct releases *releases, struct release *release)
{
    if (release->is_local || !leads_to_failure(releases->function, release->statement)) {
        return;
    }
    if (!is_counted_otherwise(releases->function, release)) {
        release->is_cleared = true;
        return;
    }
    note(c, "lifetime-released-twice", release->call->file, release->call->begin,
         release->variable->name,
         "which reference to '%s' is released here, where the import fails, could not be told: "
         "if it is the one that the module state owns, use Py_CLEAR, or m_clear releases it "
         "again",
         release->variable->name);
}

/* --- in hooks --------------------------------------------------------------------------------- */

static bool
is_in_branch(const struct node *node)
{
    for (const struct node *n = node; n != NULL; n = n->parent) {
        if (n->kind == NODE_IF || n->kind == NODE_CONDITIONAL || n->kind == NODE_BINARY) {
            return true;
        }
    }
    return false;
}

static bool
is_hook(const struct conversion *c, const struct function *function)
{
    return function == release_function(c) || function == hook_function(c, "m_clear");
}

/* What a hook releases without asking becomes Py_CLEAR. */
static void
clear_in_hook(const struct conversion *c, struct releases *releases)
{
    for (size_t i = 0; i < releases->n_items; i++) {
        struct release *release = &releases->items[i];
        release->is_cleared = !release->is_local && !release->is_helpers
                              && strcmp(node_use(c->source, release->call), "Py_DECREF") == 0
                              && !is_in_branch(release->statement);
    }
}

/* --- at run time ------------------------------------------------------------------------------ */

/* Is OBJECT, or for OBJECT NULL any part of VARIABLE, assigned in FUNCTION behind OFFSET? */
static bool
is_assigned_behind(const struct function *function, const struct node *object,
                   const struct variable *variable, uint32_t offset)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *place = n->kind == NODE_ASSIGN ? node_bare(n->first) : NULL;
        if (place != NULL && n->begin >= offset
            && (object != NULL ? nodes_are_alike(place, object) : part_of(place) == variable))
        {
            return true;
        }
    }
    return false;
}

/* Does what OBJECT is depend on how often it is asked? */
static bool
has_effect(const struct node *object)
{
    for (const struct node *n = object; n != NULL; n = node_after(n, object)) {
        if (n->kind == NODE_CALL || n->kind == NODE_ASSIGN
            || (n->kind == NODE_UNARY && (n->op == OP_INCREMENT || n->op == OP_DECREMENT)))
        {
            return true;
        }
    }
    return false;
}

static void
refuse_stale(struct conversion *c, const struct function *function, const struct node *node,
             const struct variable *variable)
{
    refuse_at(c, "lifetime-not-converted", node, variable->name,
              "'%s' gives up the reference that '%s' has here and leaves the pointer there, which "
              "the collector would follow; set it to NULL",
              function->name, variable->name);
}

/* Does another function take a reference to OBJECT that it neither returns nor stores?  Then a
 * release may give back that one: instances that each count the same object. */
static bool
is_counted_elsewhere(const struct conversion *c, const struct function *function,
                     const struct node *object)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        size_t n_taken = 0, n_handed = 0;
        for (const struct node *n = other != function ? other->body : NULL; n != NULL;
             n = node_after(n, other->body))
        {
            const struct node *taken = n->kind == NODE_CALL ? taken_reference(n) : NULL;
            const struct node *value = n->kind == NODE_RETURN   ? node_bare(n->first)
                                       : n->kind == NODE_ASSIGN ? node_bare(n->first->next)
                                       : n->kind == NODE_VARIABLE ? node_bare(n->first)
                                                                  : NULL;
            n_taken += taken != NULL && nodes_are_alike(taken, object)
                       && is_whole_statement(node_outer(n));
            n_handed += value != NULL && nodes_are_alike(value, object);
        }
        if (n_taken > n_handed) {
            return true;
        }
    }
    return false;
}

static void
clear_at_run_time(struct conversion *c, struct releases *releases)
{
    const struct function *function = releases->function;
    for (size_t i = 0; i < releases->n_items; i++) {
        struct release *release = &releases->items[i];
        struct brackets brackets;
        if (release->is_local || takes_one(function, release->object)
            || is_assigned_behind(function, release->object, NULL, release->call->begin)
            || !use_brackets(release->call->file, release->statement->begin, &brackets))
        {
            continue;
        }
        if (is_counted_elsewhere(c, function, release->object)) {
            refuse_at(c, "lifetime-not-converted", release->call, release->variable->name,
                      "which reference to '%s' '%s' releases here could not be told, as other "
                      "functions take some: if it is the state's own, set '%s' to NULL; else store "
                      "the object where the reference is counted",
                      release->variable->name, function->name, release->variable->name);
            continue;
        }
        bool is_cast = brackets_content(&brackets).begin != release->object->begin;
        bool is_whole = release->object->kind == NODE_NAME;
        if (!release->is_helpers && (has_effect(release->object) || (is_cast && !is_whole))) {
            refuse_stale(c, function, release->call, release->variable);
            continue;
        }
        release->is_helpers |= is_cast;
        release->is_cleared = true;
    }
}

/* A release that is written otherwise than as a statement of its own cannot become Py_CLEAR. */
static void
refuse_other_releases(struct conversion *c, const struct function *function,
                      const struct releases *releases)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const char *name = node_use(c->source, call);
        const struct node *object =
            released_reference(call) != NULL ? node_bare(last_argument(call)) : NULL;
        const struct variable *variable = part_of(object);
        bool is_known = strcmp(name, "Py_CLEAR") == 0 || strcmp(name, "Py_SETREF") == 0
                        || strcmp(name, "Py_XSETREF") == 0;
        for (size_t k = 0; k < releases->n_items; k++) {
            is_known |= releases->items[k].call == call;
        }
        if (!is_known && is_owner(c, variable) && !takes_one(function, object)
            && !is_assigned_behind(function, object, NULL, call->begin))
        {
            refuse_stale(c, function, call, variable);
        }
    }
}

/* The element of an array or struct of the state that VALUE, which FUNCTION returns, is or was;
 * NULL: none. */
static const struct node *
returned_element(const struct conversion *c, const struct node *value)
{
    const struct node *element = node_bare(value);
    const struct variable *local = element != NULL && element->kind == NODE_NAME
                                           && element->variable != NULL
                                           && element->variable->storage == STORAGE_AUTOMATIC
                                       ? element->variable
                                       : NULL;
    if (local != NULL) {
        element = node_bare(local->initial);
    }
    for (size_t i = 0; local != NULL && i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == local->uses[i]) {
            element = node_bare(assign->first->next);
        }
    }
    return element != NULL && (element->kind == NODE_SUBSCRIPT || element->kind == NODE_MEMBER)
                   && is_owner(c, part_of(element))
               ? element
               : NULL;
}

/* Who calls a method owns what it returns: what the state has there is given up. */
static void
refuse_handed_elements(struct conversion *c, const struct function *function)
{
    const struct type *type = function->type != NULL ? function->type->target : NULL;
    bool is_called_by_python = plan_of_function(c, function)->has_context;
    if (type == NULL || type->kind != TYPE_POINTER) {
        return;
    }
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *element =
            n->kind == NODE_RETURN ? returned_element(c, n->first) : NULL;
        if (element != NULL && (is_called_by_python || has_effect(element))
            && !takes_one(function, element) && !takes_one(function, node_bare(n->first))
            && !is_assigned_behind(function, NULL, part_of(element), element->begin))
        {
            refuse_stale(c, function, n, part_of(element));
        }
    }
}

/* --- all -------------------------------------------------------------------------------------- */

/* Do both release the same object? */
static bool
are_of_one(const struct release *a, const struct release *b)
{
    bool is_variable = a->object->kind == NODE_NAME && b->object->kind == NODE_NAME;
    return is_variable ? a->variable == b->variable : nodes_are_alike(a->object, b->object);
}

static void
plan_releases(struct conversion *c, struct releases *releases)
{
    for (size_t i = 0; i < releases->n_items; i++) {
        struct release *of[MAX_RELEASES];
        size_t n = 0;
        bool is_first = true;
        for (size_t k = 0; k < releases->n_items; k++) {
            if (are_of_one(&releases->items[i], &releases->items[k])) {
                is_first &= k >= i;
                of[n++] = &releases->items[k];
            }
        }
        if (is_first && !clear_by_paths(c, releases, of, n)) {
            for (size_t k = 0; k < n; k++) {
                clear_by_text(c, releases, of[k]);
            }
        }
    }
}

void
plan_failure_releases(struct conversion *c)
{
    struct failure_releases *list = ARENA_NEW(c->arena, struct failure_releases);
    *list = (struct failure_releases){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        struct releases releases;
        if (!plan->belongs || function->body == NULL) {
            continue;
        }
        find_releases(c, function, &releases);
        if (is_hook(c, function)) {
            clear_in_hook(c, &releases);
        }
        else if (plan->is_init) {
            plan_releases(c, &releases);
        }
        else {
            clear_at_run_time(c, &releases);
            refuse_other_releases(c, function, &releases);
            refuse_handed_elements(c, function);
        }
        for (size_t k = 0; k < releases.n_items; k++) {
            const struct node *statement = releases.items[k].statement;
            struct brackets brackets;
            if (releases.items[k].is_cleared
                && use_brackets(statement->file, statement->begin, &brackets))
            {
                struct failure_release item = {
                    .file = statement->file,
                    .name = {statement->begin, brackets.open},
                    .variable = releases.items[k].is_local || releases.items[k].is_helpers
                                    ? releases.items[k].variable
                                    : NULL,
                    .statement = statement,
                    .is_branch = statement->parent->kind == NODE_IF};
                ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &item);
            }
        }
    }
    c->failure_releases = list;
}
