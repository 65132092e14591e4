/* What the user asks of a conversion. */
#ifndef INSULATE_CONVERT_OPTIONS_H
#define INSULATE_CONVERT_OPTIONS_H

#include "model/finding.h"
#include "model/plan.h"
#include "model/source.h"

enum convert_stage {
    STAGE_ALL,   /* and types: the last stage */
    STAGE_INIT,  /* multi-phase init only; the statics stay */
    STAGE_STATE, /* and module state; the static types stay */
};

/* A result that would not have been right. */
struct rejected_result {
    const struct variable *definition; /* of the module */
    enum rung rung;
    struct finding cause;
};

/* Data that changes, in a branch of #if that the build leaves out, as a reading with that
 * showed. */
struct hidden_data {
    const char *real_path; /* of its file */
    uint32_t offset;       /* of its name */
    const char *name;
};

struct convert_options {
    const struct rejected_result *rejected; /* when they were read again */
    size_t n_rejected;
    const struct hidden_data *hidden;
    size_t n_hidden;
    bool state_per_interpreter; /* found through the interpreter where no module leads to it */
    bool whole_or_nothing; /* no rung that leaves types or objects static */
    /* Libraries that the user knows to be safe from several threads at a time. */
    const char *const *thread_safe;
    size_t n_thread_safe;
    enum convert_stage stage;
    unsigned abi3;  /* the limited API to keep to, as Py_LIMITED_API; 0: none */
    unsigned build_abi3; /* the one that the build defines, of any version; 0: none */
    bool exports;    /* PyModExport_x, too, or only that from floor 3.15 on */
    bool threads;    /* guard what threads share where there is no GIL */
    bool no_gil_claim; /* … but declare nothing: the result has findings of the checks */
    bool use_header; /* the result may include insulate.h */
    bool exact_pickling; /* pickling refuses what it refused, where unpickling would, too */
    unsigned floor; /* PY_VERSION_HEX of the oldest Python to keep, patch 0 */
};

#endif
