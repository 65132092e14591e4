/* Control runs: the same scenario in the same python, without the module.  What shows
 * there too is not the module's doing. */
#ifndef INSULATE_PROVE_CONTROL_H
#define INSULATE_PROVE_CONTROL_H

#include "prove/proof.h"

/* Results of the control runs of one scenario. */
struct control {
    const char *scenario, *gil, *imports;
    int n_runs;
    int n_bad;          /* ended badly */
    double own_seconds; /* of the slowest: its time but for waiting for a processor */
};

/* Run the control of a scenario LIMIT_CONTROL_RUNS times, or remember it. */
MUST_CHECK int control_run(struct prover *prover, const struct launch_request *request,
                           struct control *out_control, struct error *err);

#endif
