/* The first import of a module, alone in the main interpreter. */
#ifndef INSULATE_PROVE_INITIAL_IMPORT_H
#define INSULATE_PROVE_INITIAL_IMPORT_H

#include "prove/proof.h"

enum initial_import {
    INITIAL_IMPORT_OK,
    INITIAL_IMPORT_BROKEN,
    INITIAL_IMPORT_UNKNOWN
};

/* Run the import until it comes back, leaving out calls of the exercise that crash,
 * hang or exit.  Fills the report's path, init and declares, and PROOF's imports and
 * skip.  INITIAL_IMPORT_BROKEN: the module does not work even alone; the outcome of
 * `import` says why.  INITIAL_IMPORT_UNKNOWN: the time was too short to tell.
 * Returns -1 when there is nothing to prove. */
MUST_CHECK int initial_import_run(struct prover *prover, struct proof *proof,
                                  enum initial_import *out_initial_import,
                                  struct error *err);

#endif
