/* Free lists: `static EggObject *free_list[MAX]; static int n_free;`, which dealloc fills
 * and the allocating function empties.
 *
 * The list becomes part of the module state.  An instance on it is no live object: it
 * is not tracked, and owns neither its members nor its type.  So dealloc gives those up
 * on this way, too, and leaves NULL behind, the collector being shown the instance again
 * as soon as it is taken from the list; taking it makes it own its type again; and m_clear
 * frees what is on it. */
#include "convert/plan/free_lists.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/variables.h"
#include "extension/cycle_members.h"
#include "model/extent.h"
#include "model/freeing.h"

static const char rule[] = "type-not-converted";

/* --- recognising one ------------------------------------------------------------------ */

/* Is NODE the instance that FUNCTION is handed, or a local made of it? */
static bool
is_self(const struct node *node, const struct function *function)
{
    node = node_bare(node);
    const struct variable *variable =
        node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
    if (variable == NULL || function->n_parameters == 0) {
        return false;
    }
    return variable == function->parameters[0] || is_made_of_self(function, variable);
}

/* The count in `count++` or `--count`, which stands between BEGIN and END. */
static const struct variable *
counted(const struct node *index, int op, bool is_prefix)
{
    index = node_bare(index);
    if (index == NULL || index->kind != NODE_UNARY || index->op != op
        || index->origin != ORIGIN_FILE)
    {
        return NULL;
    }
    const struct node *name = node_bare(index->first);
    bool begins_with_sign = index->begin < name->begin;
    return name->kind == NODE_NAME && begins_with_sign == is_prefix ? name->variable
                                                                    : NULL;
}

/* Is the assignment NODE in FUNCTION one that puts the instance on a list? */
static bool
read_push(const struct function *function, const struct node *node,
          struct free_list *out)
{
    if (node->kind != NODE_ASSIGN || node->op != '=' || node->origin != ORIGIN_FILE
        || node->first->kind != NODE_SUBSCRIPT || !is_self(node->first->next, function))
    {
        return false;
    }
    const struct node *array = node_bare(node->first->first);
    out->list = array->kind == NODE_NAME ? array->variable : NULL;
    out->count = counted(node->first->first->next, OP_INCREMENT, false);
    out->dealloc = function;
    out->push = node;
    return out->list != NULL && out->count != NULL && variable_is_static(out->list)
           && variable_is_static(out->count) && out->list->type->kind == TYPE_ARRAY
           && type_is_object_pointer(out->list->type->target)
           && out->count->type->kind == TYPE_INTEGER
           && (out->count->initial == NULL || is_null(out->count->initial));
}

static const struct variable *
type_with_dealloc(const struct conversion *c, const struct function *dealloc)
{
    const struct variable *found = NULL;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct node *value = type_is_record(variable->type, "PyTypeObject")
                                           && variable->type->kind == TYPE_RECORD
                                       ? type_field(variable, "tp_dealloc")
                                       : NULL;
        const struct node *referent = value != NULL ? node_referent(value) : NULL;
        if (referent != NULL && referent->function == dealloc) {
            if (found != NULL) {
                return NULL;
            }
            found = variable;
        }
    }
    return found;
}

/* Fill OUT if LIST is a free list; false: it is none. */
static bool
find_free_list(const struct conversion *c, const struct variable *list,
               struct free_list *out)
{
    for (size_t i = 0; i < list->n_uses; i++) {
        const struct node *use = list->uses[i];
        const struct function *function = use->within;
        const struct node *node = use;
        while (node != NULL && node->kind >= NODE_NAME && node->kind != NODE_ASSIGN) {
            node = node->parent;
        }
        if (node != NULL && function != NULL
            && plan_of_function(c, function)->access == ACCESS_TEARDOWN
            && plan_of_function(c, function)->has_context
            && read_push(function, node, out) && out->list == list)
        {
            out->type = type_with_dealloc(c, function);
            const struct node *flags =
                out->type != NULL ? type_field(out->type, "tp_flags") : NULL;
            out->had_gc = flags != NULL && flags->has_value
                          && (flags->value & TPFLAGS_HAVE_GC) != 0;
            return true;
        }
    }
    return false;
}

bool
is_kept_on_list(const struct conversion *c, const struct node *node)
{
    const struct function *function = node->within;
    struct free_list list;
    return function != NULL && read_push(function, node, &list)
           && plan_of_variable(c, list.list)->is_free_list;
}

bool
keeps_instances(const struct conversion *c, const struct function *dealloc)
{
    const struct node *body = dealloc->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (is_kept_on_list(c, n)) {
            return true;
        }
    }
    return false;
}

/* --- the plan -------------------------------------------------------------------------- */

/* The `if` that decides whether the instance goes to the list. */
static const struct node *
decision(const struct free_list *list)
{
    const struct node *node = list->push;
    while (node != NULL && node->kind != NODE_IF) {
        node = node->parent;
    }
    return node;
}

/* Does the other way free the instance and do no more?  That is what m_clear does for
 * those on the list. */
static bool
frees_alone(const struct node *decision)
{
    const struct node *other = node_child(decision, 2);
    const struct node *first = other != NULL                          ? other
                               : decision->parent->kind == NODE_BLOCK ? decision->next
                                                                      : NULL;
    if (first != NULL && first->kind == NODE_BLOCK && other != NULL) {
        first = first->first;
    }
    return first != NULL && first->next == NULL && node_bare(first)->kind == NODE_CALL;
}

static bool
asks_for_type(const struct conversion *c, const struct node *condition,
              const struct variable *type)
{
    for (const struct node *n = condition; n != NULL; n = node_after(n, condition)) {
        if (n->kind == NODE_NAME && n->variable == type) {
            return true;
        }
    }
    (void)c;
    return false;
}

static const char *
objection(const struct conversion *c, const struct free_list *list)
{
    const struct node *choice = decision(list);
    if (moving(c, list->count) == NULL) {
        return "its length stays process-wide";
    }
    if (list->type == NULL) {
        return "several types use its dealloc function";
    }
    if (choice == NULL || choice->origin != ORIGIN_FILE || !frees_alone(choice)) {
        return "its dealloc function does more than free an instance that is not "
               "stored there";
    }
    const struct node *flags = type_field(list->type, "tp_flags");
    if ((flags == NULL || !flags->has_value || (flags->value & TPFLAGS_BASETYPE) != 0)
        && flags != NULL && !asks_for_type(c, choice->first, list->type))
    {
        return "instances of subclasses would also be stored there";
    }
    if (runs_without_gil(c)) {
        return "it has no lock, and the module runs without the GIL";
    }
    if (c->options->abi3 != 0) {
        return "the limited API has no function to reinitialise an instance";
    }
    return NULL;
}

void
plan_free_lists(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        struct variable_plan *plan = moving(c, variable);
        struct free_list list;
        if (plan == NULL || plan->kind != FIELD_OBJECT
            || variable->type->kind != TYPE_ARRAY
            || !find_free_list(c, variable, &list))
        {
            continue;
        }
        const char *why = objection(c, &list);
        if (why != NULL) {
            refuse_at(c, rule, list.push, variable->name,
                      "the free list '%s' cannot move to the module state: %s",
                      variable->name, why);
            continue;
        }
        plan->is_free_list = true;
        plan->free_count = list.count;
    }
}

/* --- taking an instance ------------------------------------------------------------------ */

/* The local that gets `list[--count]`, as USE in a statement of its own; NULL: USE is
 * something else. */
static const struct variable *
free_list_taker(const struct node *use, const struct variable *count)
{
    const struct node *item = use->parent;
    if (item == NULL || item->kind != NODE_SUBSCRIPT
        || counted(item->first->next, OP_DECREMENT, true) != count)
    {
        return NULL;
    }
    const struct node *outer = node_outer(item)->parent;
    if (outer != NULL && outer->kind == NODE_ASSIGN && outer->first->kind == NODE_NAME)
    {
        return outer->first->variable;
    }
    return outer != NULL && outer->kind == NODE_VARIABLE ? outer->variable : NULL;
}

/* Does the source call the macro NAME of the C API where the call NODE of FUNCTION stands? */
static bool
is_written_as(const struct function *function, const struct node *node, const char *name)
{
    struct word word = {.file = node->file, .begin = node->begin, .end = node->begin};
    return node->macro_file == NULL && node->file == function->body->file
           && word_next(&word, name, node->end) && word.begin < node->end;
}

/* The call behind USE that makes LOCAL an object again. */
static const struct node *
free_list_revival(const struct node *use, const struct variable *local)
{
    static const char *const names[] = {"_Py_NewReference", "PyObject_Init",
                                        "PyObject_INIT"};
    const struct node *body = use->within->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *argument =
            n->kind == NODE_CALL ? node_bare(call_argument(n, 0)) : NULL;
        if (argument == NULL || n->begin < use->begin || argument->variable != local
            || node_outer(n)->parent->kind != NODE_BLOCK
            || (n->origin != ORIGIN_FILE && !is_written_as(use->within, n, "PyObject_INIT")))
        {
            continue;
        }
        for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
            if (strcmp(call_name(n), names[i]) == 0) {
                return n;
            }
        }
    }
    return NULL;
}

/* --- freeing what is there ------------------------------------------------------------- */

/* The call that frees VALUE, and nothing else; NULL: there is none. */
static const struct node *
freeing_call(const struct node *value)
{
    const struct node *call = node_outer(value)->parent;
    enum freeing freeing =
        call != NULL && call->kind == NODE_CALL ? freeing_of(call_name(call)) : FREES_NOTHING;
    return freeing != FREES_NOTHING && node_bare(call_argument(call, 0)) == node_bare(value)
               ? call
               : NULL;
}

/* Is COUNT set to 0 behind NODE, in the same function? */
static bool
is_emptied_behind(const struct node *node, const struct variable *count)
{
    for (size_t i = 0; i < count->n_uses; i++) {
        const struct node *use = count->uses[i], *assign = node_outer(use)->parent;
        if (use->within == node->within && use->begin > node->begin && assign != NULL
            && assign->kind == NODE_ASSIGN && assign->op == '=' && is_whole_statement(assign)
            && assign->parent == node->within->body && is_null(assign->first->next))
        {
            return true;
        }
    }
    return false;
}

/* The call that frees the instance which USE names on the list, or takes from it; NULL: USE is
 * something else. */
static const struct node *
free_list_purge(const struct node *use, const struct variable *count)
{
    const struct node *item = use->parent;
    const struct variable *local = free_list_taker(use, count);
    if (item == NULL || item->kind != NODE_SUBSCRIPT) {
        return NULL;
    }
    if (local == NULL) {
        bool is_taken = counted(item->first->next, OP_DECREMENT, true) == count;
        return is_taken || is_emptied_behind(use, count) ? freeing_call(item) : NULL;
    }
    const struct node *call = NULL;
    for (size_t i = 0; i < local->n_uses; i++) {
        if (local->uses[i]->is_written) {
            continue;
        }
        if (call != NULL || (call = freeing_call(local->uses[i])) == NULL) {
            return NULL;
        }
    }
    return call;
}

/* Does CALL free the instances of LIST as those of its type are allocated from now on? */
static bool
frees_as_allocated(const struct conversion *c, const struct free_list *list,
                   const struct node *call)
{
    const struct variable_plan *type = plan_of_variable(c, list->type);
    return freeing_of(call_name(call)) == (type->is_collected ? FREES_COLLECTED : FREES_OBJECT);
}

bool
is_purge(const struct conversion *c, const struct node *call)
{
    for (size_t i = 0; i < c->free_lists->n_items; i++) {
        const struct free_list *list = &c->free_lists->items[i];
        for (size_t k = 0; k < list->list->n_uses; k++) {
            const struct node *use = list->list->uses[k];
            if (use->within == call->within && free_list_purge(use, list->count) == call) {
                return true;
            }
        }
    }
    return false;
}

/* --- the uses of a list ------------------------------------------------------------------ */

bool
is_revival(const struct conversion *c, const struct node *call)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        for (size_t k = 0;
             plan != NULL && plan->is_free_list && k < plan->variable->n_uses; k++)
        {
            const struct node *use = plan->variable->uses[k];
            const struct variable *local = free_list_taker(use, plan->free_count);
            if (local != NULL && use->within == call->within
                && free_list_revival(use, local) == call)
            {
                return true;
            }
        }
    }
    return false;
}

static void
add_revival(struct conversion *c, struct free_lists *lists,
            const struct free_list *list, const struct node *call,
            const struct variable *local)
{
    struct revival revival = {.list = list, .call = call, .local = local};
    revival.gets_type = strcmp(call_name(call), "_Py_NewReference") == 0;
    if (revival.gets_type && !use_brackets(call->file, call->begin, &revival.arguments))
    {
        refuse_at(c, rule, call, list->type->name,
                  "'%s' is taken from its free list through a macro", list->type->name);
        return;
    }
    ARENA_ADD(c->arena, lists->revivals, lists->n_revivals, lists->revivals_capacity,
              &revival);
}

static void
plan_uses(struct conversion *c, struct free_lists *lists, const struct free_list *list)
{
    for (size_t i = 0; i < list->list->n_uses; i++) {
        const struct node *use = list->list->uses[i];
        const struct node *item = use->parent;
        const struct node *assign = item != NULL ? item->parent : NULL;
        if (assign == list->push || (item != NULL && item->kind == NODE_SIZEOF)) {
            continue;
        }
        const struct variable *local = free_list_taker(use, list->count);
        const struct node *call = local != NULL ? free_list_revival(use, local) : NULL;
        const struct node *purge = free_list_purge(use, list->count);
        if (purge != NULL && frees_as_allocated(c, list, purge)) {
            continue;
        }
        if (call == NULL) {
            refuse_at(c, rule, use, list->list->name,
                      "unsupported use of the free list '%s': it is unclear how an "
                      "instance is taken from it",
                      list->list->name);
            continue;
        }
        add_revival(c, lists, list, call, local);
    }
}

static void
add_release(struct conversion *c, struct free_lists *lists,
            const struct source_file *file, struct range name)
{
    ARENA_ADD(c->arena, lists->releases, lists->n_releases, lists->releases_capacity,
              &(struct member_release){file, name});
}

/* Where FUNCTION, the dealloc function, releases members of the instance; also in code for
 * another Python. */
static void
plan_releases(struct conversion *c, struct free_lists *lists,
              const struct function *function)
{
    static const char *const names[] = {"Py_DECREF", "Py_XDECREF"};
    const struct source_file *file = function->body->file;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const char *name = node_use(c->source, call);
        if (dropped_member(function, call) != NULL && call->file == file
            && (strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0))
        {
            add_release(c, lists, file,
                        (struct range){call->begin,
                                       call->begin + (uint32_t)strlen(name)});
        }
    }
    struct word word = {.file = file, .end = function->body->begin}, object, member;
    while (word_next(&word, NULL, function->body->end)) {
        if (word.is_inactive && (word_is(&word, names[0]) || word_is(&word, names[1]))
            && word_given_member(&word, &object, &member))
        {
            add_release(c, lists, file, (struct range){word.begin, word.end});
        }
    }
}

void
plan_revivals(struct conversion *c)
{
    struct free_lists *lists = ARENA_NEW(c->arena, struct free_lists);
    *lists = (struct free_lists){0};
    c->free_lists = lists;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        struct free_list *list = ARENA_NEW(c->arena, struct free_list);
        if (plan == NULL || !plan->is_free_list
            || !find_free_list(c, plan->variable, list))
        {
            continue;
        }
        plan_uses(c, lists, list);
        plan_releases(c, lists, list->dealloc);
        ARENA_ADD(c->arena, lists->items, lists->n_items, lists->capacity, list);
    }
}

const struct free_list *
free_list_of(const struct conversion *c, const struct variable *list)
{
    for (size_t i = 0; i < c->free_lists->n_items; i++) {
        if (c->free_lists->items[i].list == list) {
            return &c->free_lists->items[i];
        }
    }
    return NULL;
}
