/* Arrays of objects that grow: `static PyObject **hooks;`, resized by a function of the
 * realloc family, whose length is another static: every object is stored by
 * `hooks[n_hooks++] = …`.  So what is in front of the length is owned, and the module
 * can visit it and give it up.
 *
 * Other allocated memory that leads to objects is reported: what is in it would be
 * alive for ever. */
#include "convert/plan/grown_vectors.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/retained_globals.h"

/* A family of functions that allocate. */
static const struct family {
    const char *resize, *freeing;
} families[] = {
    {"realloc", "free"},
    {"PyMem_Realloc", "PyMem_Free"},
    {"PyMem_RawRealloc", "PyMem_RawFree"},
    {"PyObject_Realloc", "PyObject_Free"},
};

/* The call that NODE is an argument of, below casts and parentheses, or NULL. */
static const struct node *
call_around(const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    return parent != NULL && parent->kind == NODE_CALL ? parent : NULL;
}

static const struct family *
family_of(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(families); i++) {
        if (strcmp(families[i].resize, name) == 0) {
            return &families[i];
        }
    }
    return NULL;
}

/* The variable that INDEX counts up behind its use: n of `n++`. */
static const struct variable *
counted_up(const struct node *index)
{
    const struct node *bare = node_bare(index);
    const struct node *name = bare != NULL ? bare->first : NULL;
    bool is_behind = bare != NULL && bare->kind == NODE_UNARY
                     && bare->op == OP_INCREMENT && name->kind == NODE_NAME
                     && name->begin == bare->begin;
    return is_behind ? name->variable : NULL;
}

/* What becomes of a use of an array that may grow. */
enum use { USE_OTHER, USE_READ, USE_STORE, USE_RESIZE, USE_WHOLE };

static enum use
use_of(const struct node *use, const struct variable **out_length)
{
    const struct node *parent = use->parent;
    if (parent == NULL || use->is_address_taken || use->origin == ORIGIN_MACRO) {
        return USE_OTHER;
    }
    if (parent->kind == NODE_ASSIGN && parent->first == use) {
        return USE_WHOLE;
    }
    if (parent->kind == NODE_SUBSCRIPT && parent->first == use) {
        const struct node *outer = parent->parent;
        bool is_target =
            outer != NULL && outer->kind == NODE_ASSIGN && outer->first == parent;
        if (!is_target || is_null(outer->first->next)) {
            return parent->is_address_taken ? USE_OTHER : USE_READ;
        }
        *out_length = outer->op == '=' ? counted_up(parent->first->next) : NULL;
        return *out_length != NULL ? USE_STORE : USE_OTHER;
    }
    const struct node *call = call_around(use);
    if (call != NULL) {
        return family_of(call_name(call)) != NULL ? USE_RESIZE : USE_OTHER;
    }
    return parent->kind == NODE_BINARY || parent->kind == NODE_IF
                   || (parent->kind == NODE_UNARY && parent->op == OP_NOT)
               ? USE_READ
               : USE_OTHER;
}

/* Is the number LENGTH only counted up where an object is stored in ARRAY, and else
 * lowered or set to zero? */
static bool
counts_objects(const struct variable *length, const struct variable *array)
{
    if (!length->in_project || !variable_is_static(length) || length->is_thread_local
        || length->type->kind != TYPE_INTEGER)
    {
        return false;
    }
    for (size_t i = 0; i < length->n_uses; i++) {
        const struct node *use = length->uses[i], *parent = use->parent;
        if (use->is_address_taken || use->origin == ORIGIN_MACRO || parent == NULL) {
            return false;
        }
        if (!use->is_written) {
            continue;
        }
        const struct node *subscript = parent->parent;
        bool is_store = parent->kind == NODE_UNARY && parent->op == OP_INCREMENT
                        && subscript != NULL && subscript->kind == NODE_SUBSCRIPT
                        && subscript->first->variable == array;
        bool is_less = parent->kind == NODE_UNARY && parent->op == OP_DECREMENT;
        bool is_zero = parent->kind == NODE_ASSIGN && parent->op == '='
                       && is_null(parent->first->next);
        if (!is_store && !is_less && !is_zero) {
            return false;
        }
    }
    return true;
}

static const struct family *
resizing_family(const struct variable *variable, const struct node **out_call)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *call = call_around(variable->uses[i]);
        const struct family *family =
            call != NULL && call_argument(call, 0) != NULL
                    && node_bare(call_argument(call, 0)) == variable->uses[i]
                ? family_of(call_name(call))
                : NULL;
        if (family != NULL) {
            *out_call = call;
            return family;
        }
    }
    return NULL;
}

const struct variable *
length_of_grown(const struct variable *variable, const char **out_freeing)
{
    const struct type *type = variable->type;
    const struct variable *length = NULL;
    const struct node *call;
    if (type->kind != TYPE_POINTER || type->target == NULL
        || !type_is_object_pointer(type->target)
        || (variable->initial != NULL && !is_null(variable->initial)))
    {
        return NULL;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct variable *next = NULL;
        enum use use = use_of(variable->uses[i], &next);
        if (use == USE_OTHER || (use == USE_STORE && length != NULL && next != length))
        {
            return NULL;
        }
        length = next != NULL ? next : length;
    }
    const struct family *family = resizing_family(variable, &call);
    if (family == NULL || length == NULL || !counts_objects(length, variable)) {
        return NULL;
    }
    *out_freeing = family->freeing;
    return length;
}

/* --- what is only reported ----------------------------------------------------------- */

static bool
leads_to_objects(const struct type *type)
{
    if (type->kind != TYPE_POINTER || type->target == NULL) {
        return false;
    }
    const struct type *target = type->target;
    bool is_object = target->kind == TYPE_RECORD && target->record != NULL
                     && record_is_object(target->record);
    return !is_object && (type_is_object_pointer(target) || type_holds_object(target));
}

enum { MAX_OWN_CALLS = 3 }; /* that hand on what an allocating function gave */

static const struct node *allocation_behind(const struct node *value, int depth);

/* Does FUNCTION, the project's own, return memory that it allocates? */
static bool
returns_allocation(const struct function *function, int depth)
{
    const struct node *body = function->body;
    for (const struct node *n = body; depth > 0 && n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && n->first != NULL
            && allocation_behind(n->first, depth - 1) != NULL)
        {
            return true;
        }
    }
    return false;
}

static bool
is_allocating(const struct node *value, int depth)
{
    static const char *const words[] = {"alloc", "Alloc", "strdup"};
    const struct node *bare = value != NULL ? node_bare(value) : NULL;
    if (bare == NULL || bare->kind != NODE_CALL) {
        return false;
    }
    if (bare->function != NULL && bare->function->in_project) {
        return returns_allocation(bare->function, depth);
    }
    const char *name = call_name(bare);
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (strstr(name, words[i]) != NULL && strstr(name, "_lock") == NULL) {
            return true;
        }
    }
    return false;
}

/* The call that allocates what VALUE points to: itself, or what the local that it is was
 * given. */
static const struct node *
allocation_behind(const struct node *value, int depth)
{
    const struct node *bare = node_bare(value);
    if (is_allocating(bare, depth)) {
        return bare;
    }
    const struct variable *local =
        bare != NULL && bare->kind == NODE_NAME ? bare->variable : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC) {
        return NULL;
    }
    if (local->initial != NULL && is_allocating(local->initial, depth)) {
        return node_bare(local->initial);
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN
            && assign->first == local->uses[i] && is_allocating(assign->first->next, depth))
        {
            return node_bare(assign->first->next);
        }
    }
    return NULL;
}

const struct node *
allocation_of(const struct variable *variable, const struct function *within)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *assign = use->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == use
            && (within == NULL || use->within == within))
        {
            const struct node *call = allocation_behind(assign->first->next, MAX_OWN_CALLS);
            if (call != NULL) {
                return call;
            }
        }
    }
    return NULL;
}

/* A pointer that lives as long as the module: a static variable, or a field of the state that
 * the module has already. */
struct keeper {
    const struct variable *variable; /* NULL: a field */
    const char *name;
    const struct type *type;
};

/* The call that gives the field of KEEPER its memory in FUNCTION, or NULL. */
static const struct node *
field_allocation(const struct conversion *c, const struct keeper *keeper,
                 const struct function *function)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *target = n->kind == NODE_ASSIGN ? node_bare(n->first) : NULL;
        if (target != NULL && target->kind == NODE_MEMBER
            && strcmp(target->text, keeper->name) == 0
            && is_of_existing_state(c, target))
        {
            const struct node *call = allocation_behind(n->first->next, MAX_OWN_CALLS);
            if (call != NULL) {
                return call;
            }
        }
    }
    return NULL;
}

static const struct node *
allocation_in(const struct conversion *c, const struct keeper *keeper,
              const struct function *function)
{
    return keeper->variable != NULL ? allocation_of(keeper->variable, function)
                                    : field_allocation(c, keeper, function);
}

/* Is memory of KEEPER's type given back anywhere?  Then what it leads to may be, too.  What
 * allocates it does so where something fails. */
static bool
is_given_back(const struct conversion *c, const struct keeper *keeper)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->in_project ? function->body : NULL;
        if (body != NULL && allocation_in(c, keeper, function) != NULL) {
            continue;
        }
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            const char *name = n->kind == NODE_CALL ? call_name(n) : "";
            const struct node *argument =
                strstr(name, "ree") != NULL ? node_bare(call_argument(n, 0)) : NULL;
            if (argument != NULL && argument->type != NULL
                && string_equal(argument->type->canonical, keeper->type->canonical))
            {
                return true;
            }
        }
    }
    return false;
}

static const struct node *
allocation_anywhere(const struct conversion *c, const struct keeper *keeper)
{
    const struct node *call = NULL;
    for (size_t i = 0; i < c->source->n_functions && call == NULL; i++) {
        const struct function *function = c->source->functions[i];
        call = function->in_project && function->body != NULL
                   ? allocation_in(c, keeper, function)
                   : NULL;
    }
    return call;
}

/* The allocation of memory of KEEPER that leads to objects which nothing releases, or NULL. */
static const struct node *
unvisited_allocation(const struct conversion *c, const struct keeper *keeper)
{
    return leads_to_objects(keeper->type) && !is_given_back(c, keeper)
               ? allocation_anywhere(c, keeper)
               : NULL;
}

bool
leaves_objects(const struct conversion *c, const struct variable *variable)
{
    const struct keeper keeper = {variable, variable->name, variable->type};
    return unvisited_allocation(c, &keeper) != NULL;
}

static void
report_unvisited_memory(struct conversion *c, const struct keeper *keeper)
{
    const struct node *call = unvisited_allocation(c, keeper);
    if (call == NULL) {
        return;
    }
    share_left(c, keeper->name);
    report(c, "lifetime-not-converted", call->file, call->begin, keeper->name,
           "the objects in the memory that '%s' points to are neither visited nor "
           "released with the module; visit and release them in m_traverse, m_clear and "
           "m_free",
           keeper->name);
}

void
report_unvisited(struct conversion *c, const struct variable *variable)
{
    report_unvisited_memory(c, &(struct keeper){variable, variable->name, variable->type});
}

void
report_unvisited_fields(struct conversion *c)
{
    const struct record *record = c->existing->record;
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        report_unvisited_memory(c, &(struct keeper){NULL, field->name, field->type});
    }
}
