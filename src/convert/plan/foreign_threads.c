/* PyGILState_Ensure gives a thread that CPython does not know the GIL of the main
 * interpreter.  With a GIL for each interpreter, it then runs beside the thread whose
 * objects it uses: so that is not promised. */
#include "convert/plan/foreign_threads.h"

#include <string.h>

#include "convert/plan/retained_globals.h"
#include "extension/foreign_threads.h"

/* The call of PyGILState_Ensure in FUNCTION that a foreign thread may make, or NULL. */
static const struct node *
foreign_attachment(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (strcmp(call_name(function->calls[i]), "PyGILState_Ensure") == 0
            && thread_origin_of(c->arena, c->source, function, NULL)
                   != THREAD_OF_PYTHON)
        {
            return function->calls[i];
        }
    }
    return NULL;
}

void
plan_foreign_threads(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *call = plan_of_function(c, function)->belongs
                                      ? foreign_attachment(c, function)
                                      : NULL;
        if (call == NULL) {
            continue;
        }
        note(c, "access-gil-state", call->file, call->begin, function->name,
             "the module shares the GIL: '%s' can run in a thread that "
             "PyGILState_Ensure "
             "attaches to the main interpreter; attach a thread state of the module's "
             "interpreter, then declare Py_MOD_PER_INTERPRETER_GIL_SUPPORTED",
             function->name);
        if (c->not_isolated == NULL) {
            share_globals(c, TEXT(c,
                                  "'%s' can run in a foreign thread, and attaches it "
                                  "with PyGILState_Ensure",
                                  function->name));
        }
    }
}
