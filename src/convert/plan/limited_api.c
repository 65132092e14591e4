/* The limited API ("Limited C API"): types are opaque in it, and slots that are newer than
 * it are declared for the Python that the module runs on. */
#include "convert/plan/limited_api.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/findings.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/names.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"

const char *
function_type(const char *field)
{
    static const struct {
        const char *field, *type;
    } types[] = {
        {"tp_alloc", "allocfunc"},       {"tp_call", "ternaryfunc"},
        {"tp_clear", "inquiry"},         {"tp_dealloc", "destructor"},
        {"tp_finalize", "destructor"},   {"tp_free", "freefunc"},
        {"tp_getattro", "getattrofunc"}, {"tp_hash", "hashfunc"},
        {"tp_init", "initproc"},         {"tp_iter", "getiterfunc"},
        {"tp_iternext", "iternextfunc"}, {"tp_new", "newfunc"},
        {"tp_repr", "reprfunc"},         {"tp_richcompare", "richcmpfunc"},
        {"tp_setattro", "setattrofunc"}, {"tp_str", "reprfunc"},
        {"tp_traverse", "traverseproc"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(types); i++) {
        if (strcmp(types[i].field, field) == 0) {
            return types[i].type;
        }
    }
    return NULL;
}

const char *
type_function(const struct conversion *c, const char *type, const char *field)
{
    if (c->options->abi3 == 0) {
        return TEXT(c, "%s->%s", type, field);
    }
    return TEXT(c, "((%s)%sPyType_GetSlot(%s, Py_%s))", function_type(field),
                c->language->is_pedantic ? "(uintptr_t)" : "", type, field);
}

/* --- what the sources read of types ---------------------------------------------------- */

const char *
object_cast(const struct conversion *c)
{
    return c->options->abi3 >= LIMITED_STRICT ? "(PyObject *)" : "";
}

/* What this limited API has no way for. */
void
check_abi3(struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->module->variable);
    if (c->options->build_abi3 != 0 && c->options->build_abi3 < LIMITED_PHASES) {
        refuse(c, "init-not-converted", place->file, place->name,
               c->module->variable->name,
               "the limited API of the build has no multi-phase initialisation; define "
               "Py_LIMITED_API as 0x03050000 or newer");
    }
    if (c->options->abi3 != 0 && c->options->abi3 < LIMITED_TYPES
        && c->selection->moves_types)
    {
        refuse(c, "type-not-converted", place->file, place->name,
               c->module->variable->name,
               "classes can belong to a module in the limited API of 3.10 or newer");
    }
    for (size_t i = 0; c->options->abi3 != 0 && i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        const struct variable_plan *plan = plan_of_variable(c, type);
        bool is_kept = c->options->stage != STAGE_ALL || plan->kept_for == KEPT_FOR_REST;
        if (is_kept && plan->belongs
            && type->in_project && type->type != NULL && type->type->kind == TYPE_RECORD
            && type_is_record(type->type, "PyTypeObject"))
        {
            const struct declaration *d = variable_declaration(type);
            refuse(c, "type-not-converted", d->file, d->name, type->name,
                   "the limited API has no static types, so '%s' cannot stay static "
                   "until a later stage: use --stage all",
                   type->name);
            return;
        }
    }
}

bool
slot_is_limited(const struct conversion *c, const char *field)
{
    return c->options->abi3 == 0 || c->options->abi3 >= LIMITED_BUFFER
           || !string_starts(field, "bf_");
}

bool
finds_by_definition(const struct conversion *c)
{
    return c->options->abi3 == 0 || c->options->abi3 >= LIMITED_GIL;
}

bool
knows_structs_of_types(const struct conversion *c)
{
    return c->options->abi3 == 0;
}

/* --- slots of the Python that it runs on ------------------------------------------------ */

bool
slots_are_late(const struct conversion *c)
{
    return c->options->abi3 != 0
           && (c->options->abi3 < LIMITED_INTERPRETERS
               || (c->options->abi3 < LIMITED_GIL && c->gil->slot != NULL));
}

const char *
late_slots_name(const struct conversion *c)
{
    return TEXT(c, "%s_add_slots", c->names->base);
}
