/* Calls of the built-in exercise that fail in any interpreter: they show nothing about
 * isolation and are skipped. */
#ifndef INSULATE_PROVE_SKIPPED_CALLS_H
#define INSULATE_PROVE_SKIPPED_CALLS_H

#include "prove/proof.h"

/* Did a call of the built-in exercise end the process, and not the module's import? */
bool skipped_calls_may_add(const struct proof *proof, const struct probe_log *log);

/* May a call mean an address in memory by what it was given?  Such a function crashes as
 * it should. */
bool skipped_calls_may_mean_address(const char *label);

/* Leave out one call, or a name of the module with all its calls, or "*": all. */
void skipped_calls_add(struct proof *proof, const char *what);

/* Leave out the last call that LOG has, and say so; of a thing several of whose calls
 * went wrong, all calls.  SCENARIO: where it was seen. */
void skipped_calls_add_last(struct proof *proof, const struct probe_log *log,
                            enum scenario scenario);

/* Run each call that crashed in one of N scenarios alone, in the main interpreter of a
 * fresh process.  What crashes there, too, is left out, and the scenarios in which it
 * crashed are run again. */
MUST_CHECK int skipped_calls_recheck(struct prover *prover, struct proof *proof,
                                     const enum scenario *scenarios, size_t n,
                                     struct error *err);

#endif
