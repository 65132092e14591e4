/* Isolating a module: single-phase init becomes multi-phase init, C statics become
 * module state, static types become heap types. */
#ifndef INSULATE_CONVERT_CONVERT_H
#define INSULATE_CONVERT_CONVERT_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "model/edit.h"
#include "model/finding.h"
#include "model/source.h"

enum convert_stage {
    STAGE_ALL,   /* and types: the last stage */
    STAGE_INIT,  /* multi-phase init only; the statics stay */
    STAGE_STATE, /* and module state; the static types stay */
};

struct convert_options {
    /* Modules, by their definitions, whose C data is to stay where it is, and why. */
    const struct variable *const *keep_data;
    const char *const *keep_reasons;
    size_t n_keep_data;
    enum convert_stage stage;
    unsigned abi3;  /* the limited API to keep to, as Py_LIMITED_API; 0: none */
    bool exports;    /* PyModExport_x, too, or only that from floor 3.15 on */
    bool use_header; /* the result may include insulate.h */
    unsigned floor; /* PY_VERSION_HEX of the oldest Python to keep, patch 0 */
};

/* The name, importable, of a converted module and what it now declares. */
struct converted_module {
    const char *name;
    const struct variable *definition; /* its PyModuleDef */
    struct edits edits;                /* none: refused, or there was nothing to do */
    bool is_refused;                   /* findings say why */
    bool keeps_data;                   /* its C data stays static: no second attempt */
    bool is_own_gil; /* declares Py_MOD_PER_INTERPRETER_GIL_SUPPORTED */
};

struct conversion_result {
    struct converted_module *modules;
    size_t n_modules, modules_capacity;
};

/* The oldest limited API that a module of SOURCE is compiled for; 0: none.  Other files of
 * the run may keep to one: cffi's do. */
unsigned modules_limited_api(const struct source *source, struct arena *arena);

/* What has to be written out before SOURCE can be converted up to the stage of OPTIONS, as
 * edits that do not change what it means from their floor on; none: it can be converted as
 * it is. */
void prepare_source(const struct source *source, const struct convert_options *options,
                    struct arena *arena, struct edits *edits);

/* Convert every module of SOURCE.
 *
 * findings: gets what was left to do by hand, with place and reason.
 * plan: gets the plan of every module, in Markdown.
 *
 * A module is converted whole or not at all. */
void convert_modules(const struct source *source, const struct convert_options *options,
                     struct arena *arena, struct conversion_result *out,
                     struct findings *findings, struct strbuf *plan);

/* Append TEXT to OUT with its lines that are new and too wide broken; OLD is the file as
 * it was, MODEL one whose lines show how wide they may be and how they are broken. */
void convert_wrap(struct arena *arena, const char *old, size_t old_size,
                  const char *model, size_t model_size, const char *text, size_t size,
                  struct strbuf *out);

#endif
