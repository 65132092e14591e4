/* init-single-phase: PEP 489. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/expression.h"

/* The function that CPython calls for CALL's module: the one it stands in, or
 * the one that alone leads there. */
static const char *
module_symbol(const struct node *call)
{
    const struct variable *definition = node_variable(call_argument(call, 0));
    if (definition != NULL && variable_is_static(definition)) {
        return definition->name;
    }
    return call->within ? call->within->name : NULL;
}

/* The name of the function that CALL calls, also through a variable that begins with its
 * address; "" if unknown. */
static const char *
called_name(const struct node *call)
{
    const struct variable *pointer =
        call->function == NULL ? node_variable(call->first) : NULL;
    const struct function *function = pointer != NULL && pointer->initial != NULL
                                          ? node_function(pointer->initial)
                                          : call->function;
    return function != NULL ? function->name : "";
}

/* Does CALL make a module as a part of another, which is not what an import gets? */
static bool
makes_part(const struct extension *extension, const struct node *call)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].create == call) {
            return extension->modules[i].made_by != NULL;
        }
    }
    return false;
}

void
check_init_single_phase(struct check *check, const struct function *function,
                        const struct node *call)
{
    /* What PyModule_Create is a macro for. */
    if (call->kind != NODE_CALL
        || (strcmp(called_name(call), "PyModule_Create2") != 0
            && strcmp(called_name(call), "PyModule_Create2TraceRefs") != 0)
        || makes_part(check->extension, call))
    {
        return;
    }
    struct finding *finding =
        check_add_node(check, "init-single-phase", call, module_symbol(call),
                       "the module uses single-phase initialisation, so all "
                       "interpreters share its state; return PyModuleDef_Init(&def) "
                       "and move the rest into a Py_mod_exec slot");
    finding->automatic = string_starts(function->name, "PyInit_")
                         || function_runs_only_at_import(check->extension, function);
}
