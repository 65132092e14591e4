/* Calls of the built-in exercise that go wrong by themselves, whatever the
 * interpreter: they say nothing about isolation, and are left out. */
#ifndef INSULATE_PROVE_CALLS_H
#define INSULATE_PROVE_CALLS_H

#include "prove/judge.h"

/* Did a call of the built-in exercise end the process, and not the module's import? */
bool calls_may_leave_out(const struct proof *proof, const struct testimony *testimony);

/* Leave out one call, or a name of the module with all its calls, or "*": all. */
void calls_skip(struct proof *proof, const char *what);

/* Leave out the last call of TESTIMONY, and say so; of a thing several of whose calls
 * went wrong, all calls.  SCENARIO: where it was seen. */
void calls_leave_out(struct proof *proof, const struct testimony *testimony,
                     enum scenario scenario);

/* Run each call that crashed in one of N scenarios alone, in the main interpreter of a
 * fresh process.  What crashes there, too, is left out, and the scenarios in which it
 * crashed are run again. */
MUST_CHECK int calls_run_alone(struct prover *prover, struct proof *proof,
                               const enum scenario *scenarios, size_t n,
                               struct error *err);

#endif
