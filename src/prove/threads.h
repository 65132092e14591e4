/* What several threads do to a module at once, and whether that is what it declares. */
#ifndef INSULATE_PROVE_THREADS_H
#define INSULATE_PROVE_THREADS_H

#include "prove/proof.h"

/* Add the findings of the scenario, and fill the threads of the report.  What it finds
 * says nothing of interpreters: call it when the claims about those are settled. */
void threads_read(struct proof *proof);
/* The import ended badly: nothing is shown. */
void threads_skip(struct proof *proof);

#endif
