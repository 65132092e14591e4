/* Addresses of C data that a library may keep: `lib_register(&hooks)`.  A static was there for
 * ever; in the module's state it is freed with the module, and nobody tells the library. */
#include "convert/plan/lent_addresses.h"

#include <string.h>

#include "base/macros.h"
#include "convert/findings.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/foreign_code.h"

/* Does the name of FUNCTION say that it keeps what it is given? */
static bool
may_keep(const struct function *function)
{
    static const char *const words[] = {
        "register", "Register", "install", "Install", "attach", "Attach",  "subscribe",
        "hook",     "Hook",     "handler", "Handler", "callback", "Callback", "setopt",
        "set_",     "_set",     "Set",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (strstr(function->name, words[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The call of a library's function that is given the address of what USE is, or NULL; and as
 * which argument. */
static const struct node *
library_call(const struct node *use, size_t *out_argument)
{
    const struct node *child, *call = use->is_address_taken ? call_around(use, &child) : NULL;
    if (call == NULL || call->first == child || call->function == NULL
        || !function_is_of_foreign_library(call->function))
    {
        return NULL;
    }
    *out_argument = 0;
    while (call_argument(call, *out_argument) != child) {
        ++*out_argument;
    }
    return call;
}

/* Is VARIABLE what functions of a library work on, which each are given it first?  Then they
 * keep nothing of it: it is theirs. */
static bool
is_object_of_library(const struct variable *variable)
{
    const struct function *first = NULL;
    for (size_t i = 0; i < variable->n_uses; i++) {
        size_t argument;
        const struct node *call = library_call(variable->uses[i], &argument);
        if (call == NULL || argument != 0) {
            continue;
        }
        if (first != NULL && first != call->function) {
            return true;
        }
        first = call->function;
    }
    return false;
}

void
note_lent_address(struct conversion *c, const struct variable *variable)
{
    if (is_object_of_library(variable)) {
        return;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        size_t argument;
        const struct node *call = library_call(variable->uses[i], &argument);
        if (call != NULL && may_keep(call->function)) {
            note(c, "lifetime-not-converted", call->file, call->begin, variable->name,
                 "%s is given the address of '%s', which is freed with the module; if it keeps "
                 "that, undo it in m_free, or let '%s' stay static",
                 call_name(call), variable->name, variable->name);
            return;
        }
    }
}
