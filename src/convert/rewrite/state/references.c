/* Names of moved variables become fields of the state. */
#include "convert/rewrite/state/references.h"

#include <string.h>

#include "convert/plan/collector.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"

/* Do the tokens OPEN and CLOSE stand around the argument of Py_INCREF or the like? */
static bool
is_counted(const struct source_file *file, size_t open, size_t close)
{
    static const char *const names[] = {"Py_INCREF",  "Py_DECREF", "Py_XINCREF",
                                        "Py_XDECREF", "Py_NewRef", "Py_XNewRef"};
    if (!token_is(file, open, "(") || !token_is(file, close, ")")) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (token_is(file, token_before(file, open), names[i])) {
            return true;
        }
    }
    return false;
}

/* One name at token I of FILE: VARIABLE becomes ACCESS ("state->x"). */
static void
edit_name(struct conversion *c, const struct source_file *file, size_t i,
          const struct variable *variable, const char *access)
{
    const struct token *token = &file->tokens[i];
    if (moving(c, variable)->kind != FIELD_TYPE) {
        change(c, file, token->begin, token->end, access, "a field of the state");
        return;
    }
    size_t before = token_before(file, i), after = token_after(file, i);
    if (token_is(file, after, ".")) {
        change(c, file, token->begin, file->tokens[after].end, TEXT(c, "%s->", access),
               "the type is behind a pointer");
    }
    else if (token_is(file, before, "&")) {
        const char *cast =
            is_counted(file, token_before(file, before), after) ? object_cast(c) : "";
        change(c, file, file->tokens[before].begin, token->end,
               TEXT(c, "%s%s", cast, access), "the type is behind a pointer");
    }
    else {
        change(c, file, token->begin, token->end, TEXT(c, "(*%s)", access),
               "the type is behind a pointer");
    }
}

static void
refuse_pasted(struct conversion *c, const struct mention *mention)
{
    const struct source_file *file = mention->file;
    size_t i = mention->token;
    bool before = i > 0 && (token_is(file, i - 1, "#") || token_is(file, i - 1, "##"));
    if (before || token_is(file, i + 1, "##")) {
        refuse(c, "state-not-converted", file, file->tokens[i].begin,
               mention->variable->name,
               "a macro makes text of '%s', or puts it together with another name",
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
                              token_text(c, mention->file, mention->token));
            }
            else {
                refuse_pasted(c, mention);
            }
            edit_name(c, mention->file, mention->token, mention->variable,
                      is_parameter ? TEXT(c, "(%s)%s", c->state, strstr(access, "->"))
                                   : access);
        }
        else if (mention->within == NULL && moving(c, mention->holder) != NULL
                 && moving(c, mention->holder)->kind != FIELD_TYPE)
        {
            edit_name(c, mention->file, mention->token, mention->variable,
                      field_access(c, mention->variable)); /* its value in exec */
        }
        else if (is_own_type(c, mention)) {
            edit_name(c, mention->file, mention->token, mention->variable,
                      type_of_self(c, mention));
        }
        else if (inactive_has_state(c, mention)
                 || (mention->within != NULL
                     && plan_of_function(c, mention->within)->needs_state))
        {
            edit_name(c, mention->file, mention->token, mention->variable,
                      field_access(c, mention->variable));
        }
    }
}
