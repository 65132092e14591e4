/* Converters that PyArg_Parse… calls for "O&" are handed no module.  Where one needs the
 * state, the argument is taken as an object, "O", and converted behind the call. */
#include "convert/plan/converters.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/argument_formats.h"
#include "convert/facts/nodes.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/functions.h"
#include "convert/plan/state_receivers.h"
#include "model/extent.h"

/* The PyArg_Parse… call that USE, a function, is an argument of; NULL if it is none. */
static const struct node *
parsing_call(const struct node *use, const struct node **out_argument)
{
    const struct node *argument = node_outer_reference(use);
    const struct node *call = argument->parent;
    if (call == NULL || call->kind != NODE_CALL || call->origin != ORIGIN_FILE
        || argument->origin != ORIGIN_FILE || call->first == argument
        || strstr(call_name(call), "PyArg_Parse") == NULL)
    {
        return NULL;
    }
    *out_argument = argument;
    return call;
}

static size_t
index_of(const struct node *call, const struct node *argument)
{
    size_t i = 0;
    while (call_argument(call, i) != NULL && call_argument(call, i) != argument) {
        i++;
    }
    return i;
}

/* The variable whose address CALL hands to the converter that is argument number I. */
static const struct variable *
converter_target(const struct node *call, size_t i)
{
    const struct node *target = call_argument(call, i + 1);
    const struct node *referent = target != NULL ? node_referent(target) : NULL;
    return referent != NULL && referent->kind == NODE_NAME
                   && target->origin == ORIGIN_FILE && node_bare(target) != referent
               ? referent->variable
               : NULL;
}

static bool
is_plain(const struct node *call, const struct node *argument)
{
    size_t first, place, i = index_of(call, argument);
    const struct node *format = argument_format(call, &first);
    return format != NULL && i >= first && converter_target(call, i) != NULL
           && find_converter_unit(format->text, i - first, &place);
}

void
plan_converters(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        bool is_converter = plan->belongs && plan->access == ACCESS_UNREACHABLE
                            && function->body != NULL && function->made_by == NULL;
        bool is_handed_over = false;
        for (size_t k = 0; is_converter && k < function->n_uses; k++) {
            const struct node *use = function->uses[k], *argument;
            const struct node *call =
                direct_call(use) == NULL ? parsing_call(use, &argument) : NULL;
            is_converter =
                direct_call(use) != NULL || (call != NULL && is_plain(call, argument));
            is_handed_over |= call != NULL;
        }
        if (is_converter && is_handed_over) {
            hand_over_state(c, function);
            plan->is_converter = true;
        }
    }
}

/* Argument number I of CALL, if it is a converter that needs the state. */
static void
plan_argument(struct conversion *c, struct converted_arguments *list,
              const struct node *call, size_t i)
{
    const struct node *argument = call_argument(call, i);
    const struct node *referent = node_referent(argument);
    const struct function *function =
        referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
    size_t first, place;
    if (function == NULL || !plan_of_function(c, function)->is_converter
        || !takes_state(c, function))
    {
        return;
    }
    const struct node *format = argument_format(call, &first);
    if (format == NULL || i < first || converter_target(call, i) == NULL
        || !find_converter_unit(format->text, i - first, &place))
    {
        return; /* is_plain() has asked for all of its uses */
    }
    struct converted_argument converted = {
        .call = call,
        .converter = argument,
        .address = call_argument(call, i + 1),
        .function = function,
        .object = TEXT(c, "%s_object", converter_target(call, i)->name),
        .mark = format->begin + 1 + (uint32_t)place,
        .may_be_missing = memchr(format->text, '|', place) != NULL,
    };
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &converted);
}

void
plan_converted_arguments(struct conversion *c)
{
    struct converted_arguments *list = ARENA_NEW(c->arena, struct converted_arguments);
    *list = (struct converted_arguments){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            bool parses = strstr(call_name(call), "PyArg_Parse") != NULL;
            for (size_t n = 0; parses && call_argument(call, n) != NULL; n++) {
                plan_argument(c, list, call, n);
            }
        }
    }
    c->converted_arguments = list;
}
