/* Isolating a module: single-phase init becomes multi-phase init, C statics become
 * module state, static types become heap types. */
#ifndef INSULATE_CONVERT_CONVERT_H
#define INSULATE_CONVERT_CONVERT_H

#include "convert/options.h"
#include "model/edit.h"
#include "model/finding.h"
#include "model/plan.h"

/* The name, importable, of a converted module and what it now declares. */
struct converted_module {
    const char *name;
    const struct variable *definition; /* its PyModuleDef */
    struct edits edits;                /* none: refused, or there was nothing to do */
    size_t n_guards;                   /* edits that guard the result, for --threads */
    size_t n_entries;                  /* modules that it makes: several, if it is a template */
    bool is_refused;                   /* findings say why */
    enum rung rung;                    /* how far it was converted; see is_refused */
    bool is_own_gil; /* declares Py_MOD_PER_INTERPRETER_GIL_SUPPORTED */
};

struct conversion_result {
    struct converted_module *modules;
    size_t n_modules, modules_capacity;
};

/* Convert every module of SOURCE.
 *
 * findings: gets what was left to do by hand, with place and reason.
 * plan: gets the plan of every module, in the order of OUT.
 *
 * A module that cannot be converted whole is converted as far as it can be; see ladder.h. */
void convert_modules(const struct source *source, const struct convert_options *options,
                     struct arena *arena, struct conversion_result *out,
                     struct findings *findings, struct conversion_plan *plan);

#endif
