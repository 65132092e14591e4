/* Proves modules: runs the scenarios in order and gives the verdict. */
#ifndef INSULATE_PROVE_PROVER_H
#define INSULATE_PROVE_PROVER_H

#include "prove/proof.h"

/* One `prove` command: what holds for all modules of it. */
struct prover {
    struct arena *arena;
    struct launcher launcher;
    struct symbolizer symbolizer;
    enum support claim;       /* SUPPORT_UNKNOWN: what the module declares */
    bool wanted[N_SCENARIOS]; /* asked for with --scenario, or all */
    bool all_wanted;
    struct control *controls; /* runs without the module, done so far */
    size_t n_controls, controls_capacity;
};

/* Prove one module: findings are added to FINDINGS, REPORT is filled.
 * Returns -1 when there is nothing to prove: no such module, or it is no extension;
 * the message says what else could be meant. */
MUST_CHECK int prove_module(struct prover *prover, const char *module,
                            struct findings *findings, struct module_report *report,
                            struct error *err);

#endif
