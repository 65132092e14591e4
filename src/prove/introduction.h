/* Getting to know a module: its import alone, in the main interpreter. */
#ifndef INSULATE_PROVE_INTRODUCTION_H
#define INSULATE_PROVE_INTRODUCTION_H

#include "prove/judge.h"

enum introduction { INTRODUCED, INTRODUCED_BROKEN, INTRODUCED_UNKNOWN };

/* Run the import until it comes back, leaving out calls of the exercise that crash,
 * hang or exit.  Fills the report's path, init and declares, and PROOF's imports and
 * skip.  INTRODUCED_BROKEN: the module does not work even alone; the outcome of
 * `import` says why.  INTRODUCED_UNKNOWN: the time was too short to tell.
 * Returns -1 when there is nothing to prove. */
MUST_CHECK int introduce(struct prover *prover, struct proof *proof,
                         enum introduction *out_introduction, struct error *err);

#endif
