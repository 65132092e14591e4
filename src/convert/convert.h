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
    struct module_plan plan;
    struct findings said;              /* of this module */
    size_t n_rejected;                 /* results of it that had been rejected by then */
};

/* Zero before its first use. */
struct conversion_result {
    const struct extension *extension; /* what was read of the source */
    struct converted_module *modules;
    size_t n_modules;
    bool no_gil_claim; /* as in the options */
};

/* Convert every module of SOURCE.
 *
 * out: the result of an earlier call for the same source, or zero.  Only those modules are
 *      converted again of which other results are rejected now.
 * findings: gets what was left to do by hand, with place and reason.
 * plan: gets the plan of every module, in the order of OUT.
 *
 * A module that cannot be converted whole is converted as far as it can be; see ladder.h. */
void convert_modules(const struct source *source, const struct convert_options *options,
                     struct arena *arena, struct conversion_result *out,
                     struct findings *findings, struct conversion_plan *plan);

#endif
