/* Proves modules: runs the scenarios in order and gives the verdict. */
#ifndef INSULATE_PROVE_PROVER_H
#define INSULATE_PROVE_PROVER_H

#include "prove/proof.h"

/* Prove one module: findings are added to FINDINGS, REPORT is filled.
 * Returns -1 when there is nothing to prove: no such module, or it is no extension;
 * the message says what else could be meant. */
MUST_CHECK int prove_module(struct prover *prover, const char *module,
                            struct findings *findings, struct module_report *report,
                            struct error *err);

#endif
