/* claim-gil-not-used: without the GIL nothing but a lock keeps two threads apart. */
#include "checks/check.h"
#include "extension/concurrency.h"
#include "extension/opt_out.h"
#include "extension/lock.h"
#include "extension/once.h"
#include "extension/static_data.h"
#include "model/lock.h"

/* Is USE the address of an object, taken as that of any object?  What runs for all objects of
 * the type writes its fields: thread-unlocked-write.  References are counted by CPython. */
static bool
is_taken_as_object(const struct node *use)
{
    const struct node *at = node_outer_reference(use);
    return at != use && record_is_object(type_element(use->variable->type)->record)
           && at->type != NULL && type_is_object_pointer(at->type);
}

/* A write of VARIABLE that may run at the same time as another use; NULL: none is
 * seen. */
static const struct node *
racing_write(const struct extension *extension, const struct variable *variable)
{
    if (!variable_is_process_wide(extension, variable) || variable->is_thread_local
        || type_is_api_table(variable->type) || type_is_lock(variable->type)
        || type_is_atomic(variable->type) || variable_is_used_atomically(variable)
        || type_is_record(variable->type, "PyTypeObject")
        || variable_serves_as_lock(variable))
    {
        return NULL;
    }
    struct writes writes = variable_writes(extension, variable);
    if ((writes_are_once(extension, &writes)
         && !variable_tells_too_early(variable, &writes))
        || variable_may_be_constant(variable, &writes))
    {
        return NULL;
    }
    for (size_t i = 0; i < writes.n_items; i++) {
        const struct node *write = writes.items[i];
        if (write->within != NULL && !is_taken_as_object(write)
            && !function_runs_only_at_import(extension, write->within)
            && !access_is_locked(write) && node_may_race(extension, write))
        {
            return write;
        }
    }
    return NULL;
}

static void
check_module(struct check *check, const struct module *module)
{
    const struct node *claim = module->gil_claim;
    struct finding *finding = NULL;
    for (size_t i = 0; claim != NULL && i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        const struct node *write = variable != guard_flag(module)
                                       ? racing_write(check->extension, variable)
                                       : NULL;
        if (write == NULL || write->file == NULL
            || !module_holds_file(check->extension, module, write->file))
        {
            continue;
        }
        if (finding == NULL) {
            finding = check_add_node(check, "claim-gil-not-used", claim,
                                     module->variable->name,
                                     "the module declares Py_MOD_GIL_NOT_USED, but "
                                     "writes to '%s' are not protected by a lock (data "
                                     "race); lock every use, or remove the declaration",
                                     variable->name);
        }
        finding_add_evidence(check->findings, finding,
                             "'%s' is written by %s at %s:%u without a lock",
                             variable->name, write->within->name, write->file->path,
                             source_line(write->file, write->begin));
    }
}

void
check_claim_gil_not_used(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        check_module(check, &check->extension->modules[i]);
    }
}
