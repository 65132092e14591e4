/* References to the objects of the state in the result, read again: wherever a function of
 * initialisation succeeds, it must have given away as many as it took.  The state has one of
 * its own besides, which it got when the object was stored. */
#include "convert/result_references.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/holder.h"
#include "extension/ownership.h"
#include "extension/reader.h"
#include "extension/references.h"

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
            || (stolen >= 0 && is_held(call_argument(call, (size_t)stolen), holder)))
        {
            return true;
        }
    }
    return false;
}

/* References to the object in HOLDER that FUNCTION takes and gives to nobody (above 0), or
 * gives away and does not take; 0: neither, or it is not known. */
static int
surplus_in(const struct extension *extension, const struct function *function,
           const struct holder *holder)
{
    struct object_balance balance = {.holder = *holder};
    if (function->body == NULL || !function_runs_only_at_import(extension, function)
        || !returns_no_object(function) || !counts_references(function, holder)
        || !holder_keeps_object(holder, function))
    {
        return 0;
    }
    ask_balance(extension, function, &balance);
    if (!balance.is_known || !balance.success.is_seen) {
        return 0;
    }
    return balance.success.most > 0 ? balance.success.most : balance.success.least;
}

const char *
result_reference_fault(struct arena *arena, const struct verification *v,
                       const char **out_message)
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
                || !holder_owns_object(extension, &holder))
            {
                continue;
            }
            for (size_t n = 0; n < v->after->n_functions; n++) {
                const struct function *function = v->after->functions[n];
                int surplus = surplus_in(extension, function, &holder);
                if (surplus == 0) {
                    continue;
                }
                *out_message = arena_format(
                    arena,
                    "the converted text would %s to '%s' (%s:%u: '%s' succeeds with %d "
                    "reference%s too %s)",
                    surplus > 0 ? "leak a reference" : "release a borrowed reference",
                    member, function->file->path,
                    source_line(function->file, function->body->begin), function->name,
                    surplus > 0 ? surplus : -surplus,
                    surplus > 1 || surplus < -1 ? "s" : "", surplus > 0 ? "many" : "few");
                return function->file->real_path;
            }
        }
    }
    return NULL;
}
