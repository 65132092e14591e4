/* The plan: what stays process-wide, and why. */
#include "convert/report/retained_globals.h"

#include "convert/plan/opt_out.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/variables.h"
#include "convert/report/wording.h"
#include "model/lock.h"

/* A later stage moves it. */
static struct retained_variable
retained_for_stage(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    if (c->rung == RUNG_STATE || c->rung == RUNG_INIT) {
        return (struct retained_variable){
            .cause = RETAINED_UNMOVABLE,
            .words = kind_words(plan, plan->awaits),
            .why = c->rung == RUNG_INIT
                       ? "only the initialisation of this module could be converted"
                       : "the static types of this module could not be converted",
        };
    }
    const struct variable_plan *whole =
        c->whole != NULL ? moving(c->whole, variable) : NULL;
    return (struct retained_variable){
        .cause = RETAINED_FOR_STAGE,
        .words = kind_words(plan, plan->awaits),
        .why = whole == NULL ? "this stage moves no static variables"
               : whole->group == GROUP_TYPES
                   ? "stage `types` moves it"
                   : "functions of static types need it; stage `types` moves it",
        .stage = whole != NULL ? "types" : NULL,
    };
}

static const char *
kept_static_words(const struct variable *variable)
{
    return type_is_record(variable->type, "PyTypeObject") ? "a static type"
           : type_holds_object(variable->type)            ? "a Python object"
                                                          : "C data";
}

static const enum retention retentions[] = {
    [KEPT_FOR_CONSTRUCTOR] = RETAINED_CONSTRUCTOR,
    [KEPT_FOR_CAPSULE] = RETAINED_CAPSULE,
    [KEPT_FOR_ADDRESS] = RETAINED_UNMOVABLE,
    [KEPT_FOR_SAME] = RETAINED_SET_ONCE,
    [KEPT_FOR_PROCESS] = RETAINED_UNMOVABLE,
    [KEPT_FOR_FLAG] = RETAINED_UNMOVABLE,
    [KEPT_FOR_ONCE] = RETAINED_UNMOVABLE,
    [KEPT_FOR_COPIES] = RETAINED_UNMOVABLE,
    [KEPT_FOR_VALUE] = RETAINED_VALUE,
    [KEPT_FOR_BUILDS] = RETAINED_VALUE,
    [KEPT_FOR_NAME] = RETAINED_VALUE,
    [KEPT_FOR_LIBRARY] = RETAINED_LIBRARY,
    [KEPT_FOR_OBSTACLE] = RETAINED_UNMOVABLE,
};

/* Fill OUT for what can change, or serves what does; false: nothing writes it. */
static bool
describe(const struct conversion *c, const struct variable *variable,
         struct retained_variable *out)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    if (plan->awaits != FIELD_NONE) {
        *out = retained_for_stage(c, variable);
    }
    else if (plan->is_atomic) {
        *out = (struct retained_variable){
            .cause = RETAINED_SETTING,
            .words = "a process-wide setting: a change affects all interpreters",
            .why = c->settings != NULL && c->settings[variable->id] != NULL
                       ? c->settings[variable->id]
                   : c->retained->obstacle != NULL ? c->retained->obstacle
                                                   : "the module cannot access it otherwise",
        };
    }
    else if (plan->kept_for == KEPT_FOR_REST) {
        *out = (struct retained_variable){.cause = RETAINED_UNMOVABLE,
                                          .words = kept_static_words(variable),
                                          .why = c->kept_statics[variable->id]};
    }
    else if (plan->kept_for == KEPT_FOR_SAME
             || (plan->kept_for == KEPT_FOR_OBSTACLE && retained_may_stay(c, variable)))
    {
        *out = (struct retained_variable){
            .cause = RETAINED_SET_ONCE,
            .words = "C data that is set once, to what is the same for the whole process",
            .why = kept_words(c, plan->kept_for)};
    }
    else if (plan->kept_for != KEPT_FOR_NOTHING) {
        *out = (struct retained_variable){.cause = retentions[plan->kept_for],
                                          .words = "mutable C data",
                                          .why = kept_words(c, plan->kept_for)};
    }
    else if (variable == c->opt_out->owner) {
        *out = (struct retained_variable){
            .cause = RETAINED_OPT_OUT,
            .words = "records which module object uses the static variables",
            .why = "the opt-out is for the whole process",
        };
    }
    else if (variable->is_thread_local) {
        *out =
            (struct retained_variable){.cause = RETAINED_THREAD,
                                       .words = "data of each thread",
                                       .why = "it belongs to a thread, not to a module"};
    }
    else if (variable->type != NULL && variable->type->kind != TYPE_POINTER
             && type_is_lock(variable->type))
    {
        *out = (struct retained_variable){
            .cause = RETAINED_LOCK,
            .words = "a lock, or a thread-specific storage key",
            .why = "it protects process-wide data",
        };
    }
    else {
        return false;
    }
    out->name = variable->name;
    return true;
}

/* A static of the module that is where it was, also at the end of this stage. */
static bool
is_left(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    return plan->belongs && variable->in_project && variable_is_static(variable)
           && variable->storage != STORAGE_EXTERN && variable->type != NULL
           && variable_declaration(variable) != NULL && moving(c, variable) == NULL
           && !plan->is_sub_table && !plan->is_automatic;
}

void
plan_retained_globals(const struct conversion *c, struct module_plan *out)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        struct retained_variable item;
        if (!is_left(c, variable)) {
            continue;
        }
        if (!describe(c, variable, &item)) {
            plan_names_add(c->arena, &out->constants, variable->name);
            continue;
        }
        const struct declaration *place = variable_declaration(variable);
        ARENA_GROW(c->arena, out->retained, out->n_retained, out->retained_capacity);
        item.place = plan_place_at(place->file, place->name);
        out->retained[out->n_retained++] = item;
    }
}
