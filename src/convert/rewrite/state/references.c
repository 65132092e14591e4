/* Names of moved variables become fields of the state. */
#include "convert/rewrite/state/references.h"

#include <string.h>

#include "convert/plan/collector.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "model/extent.h"

/* Is the & that begins at ADDRESS, and ends with the argument, in Py_INCREF or the like? */
static bool
is_counted(const struct mention *mention)
{
    static const char *const names[] = {"Py_INCREF",  "Py_DECREF", "Py_XINCREF",
                                        "Py_XDECREF", "Py_NewRef", "Py_XNewRef"};
    struct brackets around;
    if (!brackets_around(mention->file, mention->address, &around)) {
        return false;
    }
    struct range argument = brackets_content(&around);
    if (argument.begin != mention->address || argument.end != mention->end) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (brackets_have_name(&around, names[i])) {
            return true;
        }
    }
    return false;
}

/* The variable of MENTION becomes ACCESS ("state->x"). */
static void
edit_name(struct rewriter *r, const struct mention *mention, const char *access)
{
    const struct source_file *file = mention->file;
    if (moving(r->plan, mention->variable)->kind != FIELD_TYPE) {
        change(r, file, mention->begin, mention->end, access, "a field of the state");
    }
    else if (mention->member != mention->end) {
        change(r, file, mention->begin, mention->member, TEXT(r, "%s->", access),
               "the type is behind a pointer");
    }
    else if (mention->address != mention->begin) {
        const char *cast = is_counted(mention) ? object_cast(r->plan) : "";
        change(r, file, mention->address, mention->end, TEXT(r, "%s%s", cast, access),
               "the type is behind a pointer");
    }
    else {
        change(r, file, mention->begin, mention->end, TEXT(r, "(*%s)", access),
               "the type is behind a pointer");
    }
}

static void
refuse_pasted(struct rewriter *r, const struct mention *mention)
{
    if (mention->is_joined) {
        refuse(r->late, "state-not-converted", mention->file, mention->begin,
               mention->variable->name, "a macro stringizes or pastes '%s'",
               mention->variable->name);
    }
}

/* The type of the instance that the function of MENTION is called with. */
static const char *
type_of_self(const struct conversion *c, const struct mention *mention)
{
    const struct variable *self = mention->within->parameters[0];
    bool is_object =
        self->type != NULL && strcmp(self->type->canonical, "struct _object *") == 0;
    return TEXT(c, "Py_TYPE(%s%s)", is_object ? "" : object_cast(c), self->name);
}

void
edit_references(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->n_mentions; i++) {
        const struct mention *mention = &r->plan->mentions[i];
        if (moving(r->plan, mention->variable) == NULL) {
            continue;
        }
        if (mention->in_macro != NULL) {
            const struct macro_plan *macro = plan_of_macro(r->plan, mention->in_macro);
            bool is_parameter = mention->in_macro->function_like && !macro->is_generator
                                && macro->home == NULL;
            const char *field = plan_of_variable(r->plan, mention->variable)->field;
            if (mention->is_pasted) {
                field = text_of(r->plan, mention->file, mention->begin, mention->end);
            }
            else {
                refuse_pasted(r, mention);
            }
            edit_name(r, mention,
                      TEXT(r, is_parameter ? "(%s)->%s" : "%s->%s", r->plan->state, field));
        }
        else if (mention->within == NULL && moving(r->plan, mention->holder) != NULL
                 && moving(r->plan, mention->holder)->kind != FIELD_TYPE)
        {
            edit_name(r, mention,
                      field_access(r->plan, mention->variable)); /* its value in exec */
        }
        else if (is_own_type(r->plan, mention)) {
            edit_name(r, mention, type_of_self(r->plan, mention));
        }
        else if (inactive_has_state(r->plan, mention)
                 || (mention->within != NULL
                     && plan_of_function(r->plan, mention->within)->needs_state))
        {
            edit_name(r, mention, field_access(r->plan, mention->variable));
        }
    }
}
