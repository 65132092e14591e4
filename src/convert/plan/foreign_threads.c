/* PyGILState_Ensure gives a thread that CPython does not know the GIL of the main
 * interpreter.  With a GIL for each interpreter, it then runs beside the thread whose
 * objects it uses: so that is not promised. */
#include "convert/plan/foreign_threads.h"

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/stages.h"
#include "extension/thread_state.h"

void
plan_foreign_threads(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *call =
            plan_of_function(c, function)->belongs
                ? foreign_attachment(c->arena, c->extension, function)
                : NULL;
        if (call == NULL) {
            continue;
        }
        /* Else there is no other interpreter. */
        if (!c->stages->is_once) {
            note(c, "access-gil-state", call->file, call->begin, function->name,
                 "the module shares the GIL: '%s' can run in a thread that "
                 "PyGILState_Ensure attaches to the main interpreter; attach a thread "
                 "state of the module's interpreter, then declare "
                 "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED",
                 function->name);
        }
        if (c->retained->not_isolated == NULL) {
            share_globals(c, TEXT(c,
                                  "'%s' can run in a foreign thread, and attaches it "
                                  "with PyGILState_Ensure",
                                  function->name));
        }
    }
}
