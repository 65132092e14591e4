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
edit_name(struct conversion *c, const struct mention *mention, const char *access)
{
    const struct source_file *file = mention->file;
    if (moving(c, mention->variable)->kind != FIELD_TYPE) {
        change(c, file, mention->begin, mention->end, access, "a field of the state");
    }
    else if (mention->member != mention->end) {
        change(c, file, mention->begin, mention->member, TEXT(c, "%s->", access),
               "the type is behind a pointer");
    }
    else if (mention->address != mention->begin) {
        const char *cast = is_counted(mention) ? object_cast(c) : "";
        change(c, file, mention->address, mention->end, TEXT(c, "%s%s", cast, access),
               "the type is behind a pointer");
    }
    else {
        change(c, file, mention->begin, mention->end, TEXT(c, "(*%s)", access),
               "the type is behind a pointer");
    }
}

static void
refuse_pasted(struct conversion *c, const struct mention *mention)
{
    if (mention->is_joined) {
        refuse(c, "state-not-converted", mention->file, mention->begin,
               mention->variable->name,
               "a macro stringizes or pastes '%s'",
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
edit_references(struct conversion *c)
{
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        if (moving(c, mention->variable) == NULL) {
            continue;
        }
        if (mention->in_macro != NULL) {
            const struct macro_plan *macro = plan_of_macro(c, mention->in_macro);
            bool is_parameter = mention->in_macro->function_like && !macro->is_generator
                                && macro->home == NULL;
            const char *access = field_access(c, mention->variable);
            if (mention->is_pasted) {
                access = TEXT(c, "%s->%s", c->state,
                              text_of(c, mention->file, mention->begin, mention->end));
            }
            else {
                refuse_pasted(c, mention);
            }
            edit_name(c, mention,
                      is_parameter ? TEXT(c, "(%s)%s", c->state, strstr(access, "->"))
                                   : access);
        }
        else if (mention->within == NULL && moving(c, mention->holder) != NULL
                 && moving(c, mention->holder)->kind != FIELD_TYPE)
        {
            edit_name(c, mention,
                      field_access(c, mention->variable)); /* its value in exec */
        }
        else if (is_own_type(c, mention)) {
            edit_name(c, mention, type_of_self(c, mention));
        }
        else if (inactive_has_state(c, mention)
                 || (mention->within != NULL
                     && plan_of_function(c, mention->within)->needs_state))
        {
            edit_name(c, mention, field_access(c, mention->variable));
        }
    }
}
