/* type-static */
#include "checks/check.h"
#include "extension/struct_sequence.h"

void
check_type_static(struct check *check)
{
    for (size_t i = 0; i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        if (!variable_is_process_wide(check->extension, variable)
            || !type_is_record(variable->type, "PyTypeObject"))
        {
            continue;
        }
        bool is_structseq = variable_is_struct_sequence(variable);
        struct finding *finding = check_add_variable(
            check, "type-static", variable,
            is_structseq ? "'%s' is a static struct sequence type, shared by all "
                           "interpreters; create it with PyStructSequence_NewType and "
                           "store it in the module state"
                         : "'%s' is a static type, shared by all interpreters and "
                           "without access to the module state; create a heap type "
                           "with PyType_FromModuleAndSpec",
            variable->name);
        finding->automatic = variable->type->kind == TYPE_RECORD;
        check_weigh_guard(check, finding, variable_declaration(variable)->file);
    }
}
