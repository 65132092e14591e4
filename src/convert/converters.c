/* Converters that PyArg_Parse… calls for "O&" are handed no module.  Where one needs the
 * state, the argument is taken as an object, "O", and converted behind the call. */
#include "convert/converters.h"

#include <string.h>

#include "convert/changes.h"
#include "convert/function_head.h"
#include "convert/nodes.h"
#include "convert/state_receivers.h"
#include "convert/style.h"

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

/* The format of CALL: one string without escapes; the index of the first argument that
 * it speaks of in *OUT_FIRST.  NULL: it is not so plain. */
static const struct node *
format_of(const struct node *call, size_t *out_first)
{
    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct node *format = node_bare(call_argument(call, i));
        if (format->kind != NODE_STRING || format->text == NULL) {
            continue;
        }
        const struct source_file *file = format->file;
        size_t token = source_token(file, format->begin);
        size_t size = strlen(format->text);
        bool is_keyword = strstr(call_name(call), "Keywords") != NULL;
        *out_first = i + 1 + is_keyword;
        return format->origin == ORIGIN_FILE && file->tokens[token].end == format->end
                       && format->end - format->begin == size + 2
                       && strcspn(format->text, "*e") >= strcspn(format->text, ":;")
                   ? format
                   : NULL; /* a buffer would have to be released */
    }
    return NULL;
}

/* Where in FORMAT the '&' stands of the unit whose converter is argument number WANTED,
 * behind the format; false if there is none. */
static bool
find_unit(const char *format, size_t wanted, size_t *out_i)
{
    size_t n = 0;
    for (size_t i = 0; format[i] != '\0' && format[i] != ':' && format[i] != ';'; i++) {
        if (strchr("|$() ,", format[i]) != NULL) {
            continue;
        }
        if (format[i + 1] == '&') {
            if (n == wanted) {
                *out_i = i + 1;
                return true;
            }
            n++;
            i++;
        }
        else if (format[i + 1] == '!' || format[i + 1] == '#') {
            n++;
            i++;
        }
        n++;
    }
    return false;
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
target_of(const struct node *call, size_t i)
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
    const struct node *format = format_of(call, &first);
    return format != NULL && i >= first && target_of(call, i) != NULL
           && find_unit(format->text, i - first, &place);
}

void
plan_converters(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        bool is_converter = plan->belongs && plan->access == ACCESS_UNREACHABLE
                            && function->body != NULL && function->made_by == NULL;
        for (size_t k = 0; is_converter && k < function->n_uses; k++) {
            const struct node *use = function->uses[k], *argument;
            const struct node *call =
                direct_call(use) == NULL ? parsing_call(use, &argument) : NULL;
            is_converter =
                direct_call(use) != NULL || (call != NULL && is_plain(call, argument));
        }
        if (is_converter) {
            plan->has_role = false;
            plan->access = ACCESS_PARAMETER;
            plan->is_converter = true;
        }
    }
}

/* The converter that argument I of CALL is, if it needs the state; else NULL. */
static const struct function *
converter_at(const struct conversion *c, const struct node *call, size_t i)
{
    const struct node *argument = call_argument(call, i);
    const struct node *referent = argument != NULL ? node_referent(argument) : NULL;
    const struct function *function = referent != NULL && referent->kind == NODE_NAME
                                          ? referent->function
                                          : NULL;
    return function != NULL && plan_of_function(c, function)->is_converter
                   && takes_state(c, function)
               ? function
               : NULL;
}

static void
edit_call(struct conversion *c, const struct node *call)
{
    static const char reason[] = "converted where the state is at hand";
    const struct source_file *file = call->file;
    CLEANUP(strbuf_done) struct strbuf behind = STRBUF_INIT;
    size_t first, place;

    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct function *converter = converter_at(c, call, i);
        if (converter == NULL) {
            continue;
        }
        const struct node *format = format_of(call, &first);
        const struct node *address = call_argument(call, i + 1);
        const char *object = TEXT(c, "%s_object", target_of(call, i)->name);
        if (!find_unit(format->text, i - first, &place)) {
            return;
        }
        uint32_t mark = format->begin + 1 + (uint32_t)place;
        change_cover(c, file, mark, mark + 1, "", reason);
        change_cover(c, file, call_argument(call, i)->begin, address->end,
                     TEXT(c, "&%s", object), reason);
        strbuf_format(&behind, "\n%s%s&& (%s == NULL || %s(%s, %s, %s))",
                      indent_at(c, file, call->begin), style_of(c, file)->indent, object,
                      converter->name, c->state, object,
                      text_of(c, file, address->begin, address->end));
        begin_body(c, file, token_at(file, call->within->body->begin),
                   TEXT(c, "PyObject *%s = NULL;", object), reason);
    }
    if (behind.size > 0) {
        change(c, file, call->begin, call->begin, "(", reason);
        change(c, file, call->end, call->end, TEXT(c, "%s)", behind.text), reason);
    }
}

void
edit_converters(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct node *body = c->source->functions[i]->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_CALL && strstr(call_name(n), "PyArg_Parse") != NULL) {
                edit_call(c, n);
            }
        }
    }
}
