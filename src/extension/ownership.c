#include "extension/ownership.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/execution.h"
#include "extension/expression.h"
#include "extension/index.h"

struct ownerships {
    struct ownership **items; /* by function id; NULL: not asked for yet */
    size_t n_cut; /* calls that were not followed as they are too deep */
    bool has_released;
    struct map released; /* by field_key, or by a variable's address */
};

struct ownerships *
ownerships_new(struct arena *arena)
{
    struct ownerships *ownerships = ARENA_NEW(arena, struct ownerships);
    map_init(&ownerships->released, arena);
    return ownerships;
}

/* --- what is released ------------------------------------------------------ */

/* A key of `released`. */
static const char *
field_key(struct arena *arena, const struct record *record, const char *field)
{
    return arena_format(arena, "%p %s", (const void *)record, field);
}

static const struct record *
record_of(const struct node *member)
{
    const struct type *type = member_object_type(member);
    while (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL ? type->record : NULL;
}

static void
read_released(const struct extension *extension)
{
    struct ownerships *ownerships = extension->ownerships;
    const struct source *source = extension->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *released = released_reference(function->calls[k]);
            if (released == NULL) {
                continue;
            }
            if (released->kind == NODE_MEMBER && released->text != NULL) {
                map_set_string(&ownerships->released,
                               field_key(extension->arena, record_of(released),
                                         released->text),
                               ownerships);
            }
            else if (released->kind == NODE_NAME && released->variable != NULL) {
                map_set(&ownerships->released, &released->variable,
                        sizeof released->variable, ownerships);
            }
        }
    }
    ownerships->has_released = true;
}

bool
field_is_released(const struct extension *extension, const struct record *record,
                  const char *field)
{
    if (!extension->ownerships->has_released) {
        read_released(extension);
    }
    return record != NULL
           && map_find_string(&extension->ownerships->released,
                              field_key(extension->arena, record, field))
                  != NULL;
}

bool
variable_is_released(const struct extension *extension, const struct variable *variable)
{
    if (!extension->ownerships->has_released) {
        read_released(extension);
    }
    return map_find(&extension->ownerships->released, &variable, sizeof variable)
           != NULL;
}

/* --- functions ------------------------------------------------------------- */

/* A value that nothing is done with where its scope ends, and that stands for no other. */
static bool
is_plain_type(const struct type *type)
{
    while (type != NULL && type->kind == TYPE_ARRAY) {
        type = type->target;
    }
    return type != NULL && !type->is_reference
           && (type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT
               || type->kind == TYPE_POINTER
               || (type->kind == TYPE_RECORD && type->record != NULL
                   && type->record->is_plain));
}

static bool says_all(const struct node *node);

/* Is CALL, the call of a constructor in a new expression, or an argument of one, given
 * numbers and C data only: no object of which it could keep or release a reference? */
static bool
is_made_of_data(const struct node *call)
{
    for (const struct node *child = call->first; child != NULL; child = child->next) {
        if (type_is_object_pointer(child->type) || !says_all(child)) {
            return false;
        }
    }
    return true;
}

/* Does memory of C++ come or go in NODE, and no object with it? */
static bool
is_memory_of_data(const struct node *node)
{
    if (node->op == OP_DELETE) {
        return is_made_of_data(node);
    }
    const struct node *made = node->op == OP_NEW ? node->first : NULL;
    for (; made != NULL; made = made->next) {
        if (made->kind == NODE_OTHER ? !is_made_of_data(made) : !says_all(made)) {
            return false;
        }
    }
    return node->op == OP_NEW;
}

/* Does the text of NODE say all that it does: nothing that constructors, destructors or
 * references do beside it?  What is thrown ends the path, however it is made. */
static bool
says_all(const struct node *node)
{
    if (node->kind == NODE_THROW || (node->kind == NODE_OTHER && is_memory_of_data(node))) {
        return true;
    }
    if (node->kind == NODE_OTHER
        || (node->kind == NODE_VARIABLE
            && (node->variable == NULL || !is_plain_type(node->variable->type))))
    {
        return false;
    }
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (!says_all(child)) {
            return false;
        }
    }
    return true;
}

static bool
is_plain(const struct function *function)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (!is_plain_type(function->parameters[i]->type)) {
            return false;
        }
    }
    return says_all(function->body);
}

static bool
is_of_c(const struct source_file *file)
{
    for (size_t i = 0; i < file->n_mains; i++) {
        if (!string_ends(file->mains[i]->path, ".c")) {
            return false;
        }
    }
    return string_ends(file->path, ".c") || file->n_mains > 0;
}

/* Has it a body that can be followed, of C or of the C in C++? */
static bool
is_followed(const struct function *function)
{
    return function->body != NULL && function->file != NULL && function->in_project
           && !function->is_template && !function->file->is_broken
           && (is_of_c(function->file) || is_plain(function));
}

/* Ends that the caller cannot tell apart: what they do differently is not known. */
static void
join_ends(struct ownership *result)
{
    for (size_t i = 0; i < result->n_ends; i++) {
        for (size_t k = 0; k < result->n_ends; k++) {
            struct ownership_end *a = &result->ends[i], *b = &result->ends[k];
            if (a->result != b->result || a->value_kind != b->value_kind
                || a->number != b->number)
            {
                continue;
            }
            for (size_t n = 0; n < OWNERSHIP_PARAMETERS_MOST; n++) {
                if (!(a->is_null[n] && b->is_not_null[n])
                    && !(a->is_not_null[n] && b->is_null[n])
                    && (a->counts[n] != b->counts[n]
                        || a->unknown[n] != b->unknown[n]))
                {
                    a->unknown[n] = b->unknown[n] = true;
                }
            }
        }
    }
}

/* Who takes a reference with Py_INCREF may mean it to last.  It is a fault where another path
 * drops it. */
static void
forget_meant(const struct execution *execution)
{
    struct ownership *result = execution->result;
    size_t n_kept = 0;
    for (size_t i = 0; i < result->n_faults; i++) {
        const struct ownership_fault *fault = &result->faults[i];
        if (fault->kind != FAULT_TAKEN || !fault->is_counted || execution->gives_up[fault->object])
        {
            result->faults[n_kept++] = *fault;
        }
    }
    result->n_faults = n_kept;
}

const struct ownership *
function_ownership_at(const struct extension *extension, const struct function *function,
                      int depth)
{
    struct ownerships *ownerships = extension->ownerships;
    if (depth > EXECUTION_CALL_DEPTH) {
        ownerships->n_cut++;
        return NULL;
    }
    if (ownerships->items == NULL) {
        ownerships->items = ARENA_ARRAY(extension->arena, struct ownership *,
                                        extension->source->n_functions + 1);
    }
    struct ownership *known = ownerships->items[function->id];
    if (known != NULL && (known->is_running || !known->is_cut || known->depth <= depth)) {
        ownerships->n_cut += known->is_cut;
        return known->is_running || !known->is_known ? NULL : known;
    }
    struct ownership *result = ARENA_NEW(extension->arena, struct ownership);
    size_t n_cut = ownerships->n_cut;
    ownerships->items[function->id] = result;
    if (!is_followed(function)) {
        return NULL;
    }
    result->is_running = true;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct execution *execution = ARENA_NEW(arena, struct execution);
    *execution = (struct execution){.extension = extension,
                                    .function = function,
                                    .arena = arena,
                                    .call_depth = depth,
                                    .result = result};
    execute_function(execution);
    result->is_running = false;
    result->is_cut = ownerships->n_cut != n_cut;
    result->depth = depth;
    result->is_known = !execution->is_given_up && !execution->is_cut_short;
    if (execution->is_given_up) {
        result->n_faults = 0;
    }
    if (!result->is_known || execution->has_many_ends) {
        result->n_ends = 0;
    }
    forget_meant(execution);
    result->is_endless =
        result->is_known && result->n_ends == 0 && !execution->has_many_ends;
    join_ends(result);
    return result->is_known ? result : NULL;
}

const struct ownership *
function_ownership(const struct extension *extension, const struct function *function)
{
    return function_is_dead(extension, function)
               ? NULL
               : function_ownership_at(extension, function, 0);
}

const struct ownership *
function_faults(const struct extension *extension, const struct function *function)
{
    const struct ownership *ownership = function_ownership(extension, function);
    return ownership != NULL || function_is_dead(extension, function)
               ? ownership
               : extension->ownerships->items[function->id];
}

bool
function_tells_by_output(const struct function *function)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct type *type = function->parameters[i]->type;
        if (type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            && type->target->kind == TYPE_INTEGER && !type->target->is_const)
        {
            return true;
        }
    }
    return false;
}

/* --- one object ------------------------------------------------------------ */

void
ask_balance(const struct extension *extension, const struct function *function,
            struct object_balance *io_balance)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct execution *execution = ARENA_NEW(arena, struct execution);
    struct ownership *result = ARENA_NEW(arena, struct ownership);
    struct question question = {.answer = io_balance};
    io_balance->is_known = is_followed(function)
                           && (io_balance->object == NULL
                               || !io_balance->object->is_parameter
                               || io_balance->object->type->kind == TYPE_POINTER);
    if (!io_balance->is_known) {
        return;
    }
    *execution = (struct execution){.extension = extension,
                                    .function = function,
                                    .arena = arena,
                                    .question = &question,
                                    .result = result};
    execute_function(execution);
    io_balance->is_known &= !execution->is_given_up && !execution->is_cut_short;
}
