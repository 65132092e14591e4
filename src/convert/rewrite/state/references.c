/* Names of moved variables become fields of the state. */
#include "convert/rewrite/state/references.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/mentions.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/macros.h"
#include "convert/plan/names.h"
#include "convert/plan/references.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/clinic.h"

/* The variable of REFERENCE becomes ACCESS ("state->x"). */
static void
edit_name(struct rewriter *r, const struct reference *reference, const char *access)
{
    const struct mention *mention = reference->mention;
    const struct source_file *file = mention->file;
    if (reference->kind == REFERENCE_MADE) {
        change(r, file, mention->qualifier, reference->made_end, access,
               "the type is made for each module");
    }
    else if (moving(r->plan, mention->variable)->kind != FIELD_TYPE) {
        change(r, file, mention->qualifier, mention->end, access, "a field of the state");
    }
    else if (mention->member != mention->end) {
        change(r, file, mention->qualifier, mention->member, TEXT(r, "%s->", access),
               "the type is behind a pointer");
    }
    else if (mention->address != mention->qualifier) {
        const char *cast = reference->is_counted ? object_cast(r->plan) : "";
        change(r, file, mention->address, mention->end, TEXT(r, "%s%s", cast, access),
               "the type is behind a pointer");
    }
    else {
        change(r, file, mention->qualifier, mention->end, TEXT(r, "(*%s)", access),
               "the type is behind a pointer");
    }
}

/* The type of the instance that the function of MENTION is called with. */
static const char *
type_of_self(const struct conversion *c, const struct mention *mention)
{
    const struct variable *self = mention->within->parameters[0];
    return TEXT(c, "Py_TYPE(%s%s)",
                type_is_pointer_to(self->type, "_object") ? "" : object_cast(c), self->name);
}

/* The state in the body of a macro: it is a parameter of the macro, or has the same name
 * wherever that is used. */
static const char *
state_in_macro(const struct conversion *c, const struct macro *macro)
{
    const struct macro_plan *plan = plan_of_macro(c, macro);
    bool is_parameter =
        macro->function_like && !plan->is_generator && plan->home == NULL;
    return TEXT(c, is_parameter ? "(%s)" : "%s", c->names->state);
}

static const char *
access_in_macro(const struct conversion *c, const struct macro *macro,
                const char *field)
{
    const char *state = state_in_macro(c, macro);
    return *field != '\0' ? TEXT(c, "%s->%s", state, field) : state;
}

/* `Base_Type.tp_clear` becomes the function in the slot; cast as it is there, if it takes
 * its instances by their own struct. */
static void
edit_slot_call(struct rewriter *r, const struct reference *reference)
{
    const struct mention *mention = reference->mention;
    const struct slot_call *call = &reference->slot_call;
    const struct function *function = call->function;
    const char *name = function != NULL ? function->name : "";
    if (function == NULL) {
        const struct variable *instance = call->instance->variable;
        name = TEXT(r, "Py_TYPE(%s%s)->tp_free",
                    type_is_pointer_to(instance->type, "_object") ? "" : object_cast(r->plan),
                    instance->name);
    }
    else if (function->n_parameters == 0
             || !type_is_pointer_to(function->parameters[0]->type, "_object"))
    {
        name = TEXT(r, "((%s)%s)", call->type, name);
    }
    change(r, mention->file, mention->qualifier, call->end, name,
           "the state may be gone, and the slot is known");
}

static void
edit_size(struct rewriter *r, const struct reference *reference)
{
    const struct mention *mention = reference->mention;
    change(r, mention->file, mention->qualifier, mention->end,
           reference->is_bare_operand ? "(PyTypeObject)" : "PyTypeObject",
           "the size of a type object");
}

static const char *
access_of(struct rewriter *r, const struct reference *reference)
{
    const struct conversion *c = r->plan;
    const struct mention *mention = reference->mention;
    switch (reference->kind) {
    case REFERENCE_IN_MACRO:
        return access_in_macro(c, mention->in_macro,
                               plan_of_variable(c, mention->variable)->field);
    case REFERENCE_PASTED:
        return access_in_macro(c, mention->in_macro,
                               text_of(c, mention->file, mention->begin, mention->end));
    case REFERENCE_OWN_TYPE:
        return type_of_self(c, mention);
    case REFERENCE_BY_CLINIC:
        return clinic_access(r, mention->within, mention->variable);
    case REFERENCE_SIZE:
    case REFERENCE_SLOT_CALL:
    case REFERENCE_MADE:
    case REFERENCE_GIVEN:
    case REFERENCE_FIELD:
        break;
    }
    return field_access(c, mention->variable);
}

void
edit_references(struct rewriter *r)
{
    const struct references *references = r->plan->references;
    for (size_t i = 0; i < references->n_items; i++) {
        const struct reference *reference = &references->items[i];
        if (reference->kind == REFERENCE_SLOT_CALL) {
            edit_slot_call(r, reference);
        }
        else if (reference->kind == REFERENCE_SIZE) {
            edit_size(r, reference);
        }
        else if (reference->kind == REFERENCE_GIVEN) {
            remove_text(r, reference->mention->file, reference->given.begin,
                        reference->given.end, "the state is looked up");
        }
        else {
            edit_name(r, reference, access_of(r, reference));
        }
    }
}
