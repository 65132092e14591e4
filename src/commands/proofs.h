/* The proofs of many modules, several at once, each in memory of its own. */
#ifndef INSULATE_COMMANDS_PROOFS_H
#define INSULATE_COMMANDS_PROOFS_H

#include "commands/command.h"
#include "prove/prover.h"

struct proofs {
    struct run *run;
    struct prover prover; /* what holds for all: each module gets a copy */
    struct words modules; /* their names */
    bool is_environment;  /* what cannot be imported is broken, not a wrong word */
    int n_jobs;           /* processes at once */
};

/* Prove all, and report.  Returns the exit code. */
int proofs_run(struct proofs *proofs);

#endif
