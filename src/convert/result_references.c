/* References to the objects of the state in the result, read again: wherever a function of
 * initialisation succeeds, it must have given away as many as it took, and where it fails, not
 * more.  The state has one of its own besides, which it got when the object was stored. */
#include "convert/result_references.h"

#include <string.h>

#include "convert/plan/second_owners.h"
#include "extension/expression.h"
#include "extension/holder.h"
#include "extension/ownership.h"
#include "extension/reader.h"
#include "extension/references.h"
#include "extension/shared_write.h"

/* Did the record have the member before? */
static bool
is_old_member(const struct source *before, const struct record *record, const char *member)
{
    for (size_t i = 0; i < before->n_records; i++) {
        const struct record *old = before->records[i];
        for (size_t k = 0; strcmp(old->tag, record->tag) == 0 && k < old->n_fields; k++) {
            if (strcmp(old->fields[k].name, member) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Is it a number that FUNCTION returns, or nothing?  An object would be given away so. */
static bool
returns_no_object(const struct function *function)
{
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    return result != NULL && result->kind != TYPE_POINTER;
}

static bool
is_held(const struct node *node, const struct holder *holder)
{
    return node != NULL && node_is_holder(node_bare(node), holder);
}

/* Does FUNCTION take, release or give away a reference to the object in HOLDER? */
static bool
counts_references(const struct function *function, const struct holder *holder)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        int stolen = reference_stolen_by(call_name(call));
        if (is_held(taken_reference(call), holder) || is_held(released_reference(call), holder)
            || (stolen >= 0
                && is_held(argument_value(call_argument(call, (size_t)stolen)), holder)))
        {
            return true;
        }
    }
    return false;
}

/* What FUNCTION does with references to the object in HOLDER, if that is known. */
static bool
ask_holder(const struct extension *extension, const struct function *function,
           const struct holder *holder, struct object_balance *out)
{
    *out = (struct object_balance){.holder = *holder};
    if (function->body == NULL || !function_runs_only_at_import(extension, function)
        || !returns_no_object(function) || !counts_references(function, holder)
        || !holder_keeps_object(extension->source, holder, function))
    {
        return false;
    }
    ask_balance(extension, function, out);
    return out->is_known;
}

/* What is wrong with BALANCE of the state's MEMBER in FUNCTION; NULL: nothing. */
static const char *
balance_fault(struct arena *arena, const struct object_balance *balance, const char *member,
              const struct function *function)
{
    const struct balance *success = &balance->success, *failure = &balance->failure;
    bool fails_short = failure->is_seen && failure->least < 0;
    int surplus = !success->is_seen     ? 0
                  : success->most > 0 ? success->most
                                      : success->least;
    if (surplus == 0 && !fails_short) {
        return NULL;
    }
    int number = surplus != 0 ? surplus : failure->least;
    return arena_format(arena,
                        "the converted text would %s to '%s' (%s:%u: '%s' %s with %d "
                        "reference%s too %s)",
                        number > 0   ? "leak a reference"
                        : surplus != 0 ? "release a borrowed reference"
                                       : "release the module state's own reference",
                        member, function->file->path,
                        source_line(function->file, function->body->begin), function->name,
                        surplus != 0 ? "succeeds" : "fails", number > 0 ? number : -number,
                        number > 1 || number < -1 ? "s" : "", number > 0 ? "many" : "few");
}

/* --- a second owner -------------------------------------------------------------------- */

/* Does PLACE give up what it has, and did so BEFORE?  What else the state got owns a reference of
 * its own, which is counted for it. */
static bool
gives_up(const struct extension *extension, const struct source *before,
         const struct node *place)
{
    if (place != NULL && place->kind == NODE_MEMBER && place->text != NULL) {
        const struct record *record = member_record(place);
        return record != NULL && is_old_member(before, record, place->text)
               && field_is_released(extension, record, place->text);
    }
    return place != NULL && place->kind == NODE_NAME && place->variable != NULL
           && variable_is_static(place->variable)
           && variable_is_released(extension, place->variable);
}

/* Is VALUE stored as it is in another place that gives up what it has?  That place, or NULL. */
static const struct node *
owner_stored_in(const struct extension *extension, const struct source *before,
                const struct node *value)
{
    const struct node *outer = node_outer(value), *parent = outer->parent;
    if (parent == NULL || parent->kind != NODE_ASSIGN || parent->op != '='
        || parent->first == outer)
    {
        return NULL;
    }
    const struct node *target = node_bare(parent->first);
    return gives_up(extension, before, stored_place(parent)) ? target : NULL;
}

/* The same where a function returns what NODE has, and a caller stores it. */
static const struct node *
owner_given(const struct extension *extension, const struct source *before,
            const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    if (parent == NULL || parent->kind != NODE_RETURN) {
        return owner_stored_in(extension, before, node);
    }
    const struct source *source = extension->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        for (size_t k = 0; function->body != NULL && k < function->n_calls; k++) {
            const struct node *place =
                function->calls[k]->function == node->within
                    ? owner_stored_in(extension, before, function->calls[k])
                    : NULL;
            if (place != NULL) {
                return place;
            }
        }
    }
    return NULL;
}

/* Does the function of PLACE take a reference for it, by its name? */
static bool
place_has_own(const struct node *place)
{
    const struct function *function = place->within;
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        const struct node *taken = node_bare(taken_reference(function->calls[i]));
        if (taken != NULL && nodes_are_alike(taken, place)) {
            return true;
        }
    }
    return false;
}

/* References to the object in HOLDER: those that initialisation takes, those that its calls
 * take over, and places that own it besides HOLDER. */
struct owners {
    size_t n_taken, n_stolen, n_places;
    const struct node *place; /* one of these */
};

static void
count_owners(const struct extension *extension, const struct source *before,
             const struct function *function, const struct holder *holder,
             struct owners *io)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        int stolen = reference_stolen_by(call_name(call));
        io->n_taken += is_held(taken_reference(call), holder);
        io->n_stolen +=
            stolen >= 0
            && is_held(argument_value(call_argument(call, (size_t)stolen)), holder);
    }
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *place =
            node_is_holder(n, holder) ? owner_given(extension, before, n) : NULL;
        if (place != NULL && !place_has_own(place)) {
            io->n_places++;
            io->place = n;
        }
    }
}

/* A static had no reference of its own, where the module kept the same object in a place that it
 * gives up: the state, which has one, would be one owner too many.  What is wrong with the
 * state's MEMBER so, or NULL. */
static const char *
second_owner_fault(struct arena *arena, const struct extension *extension,
                   const struct source *before, const struct holder *holder,
                   const struct function **out_function)
{
    const struct source *source = extension->source;
    struct owners owners = {0};
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (function->body != NULL && function_runs_only_at_import(extension, function)) {
            count_owners(extension, before, function, holder, &owners);
        }
    }
    if (owners.n_places == 0 || owners.n_taken >= owners.n_stolen + owners.n_places) {
        return NULL;
    }
    *out_function = owners.place->within;
    return arena_format(arena,
                        "the converted text would release a borrowed reference to '%s' (%s:%u: "
                        "what also owns it has none of its own; take one there, with "
                        "Py_NewRef)",
                        holder->member, owners.place->file->path,
                        source_line(owners.place->file, owners.place->begin));
}

void
result_reference_faults(struct arena *arena, const struct verification *v,
                        struct verification_faults *out)
{
    const struct extension *extension = extension_read(arena, v->after);
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct record *record = extension->modules[i].sized;
        for (size_t k = 0; record != NULL && k < record->n_fields; k++) {
            const char *member = record->fields[k].name;
            const struct holder holder = {.record = record, .member = member};
            if (!type_is_object_pointer(record->fields[k].type)
                || is_old_member(v->before, record, member)
                || !field_is_released(extension, record, member)
                || !holder_is_counted(extension, &holder))
            {
                continue;
            }
            const struct function *sharing = NULL;
            const char *message =
                second_owner_fault(arena, extension, v->before, &holder, &sharing);
            if (message != NULL) {
                verification_add_fault(arena, out, sharing->file->real_path, message);
                continue;
            }
            for (size_t n = 0; n < v->after->n_functions; n++) {
                const struct function *function = v->after->functions[n];
                struct object_balance balance;
                message = ask_holder(extension, function, &holder, &balance)
                              ? balance_fault(arena, &balance, member, function)
                              : NULL;
                if (message != NULL) {
                    verification_add_fault(arena, out, function->file->real_path, message);
                }
            }
        }
    }
}
