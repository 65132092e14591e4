#include "prove/control.h"

#include "base/strbuf.h"
#include "prove/limits.h"

static const struct control *
remembered(const struct prover *prover, const struct launch_request *request)
{
    for (size_t i = 0; i < prover->n_controls; i++) {
        const struct control *control = &prover->controls[i];
        if (string_equal(control->scenario, request->scenario)
            && string_equal(control->gil, request->gil)
            && string_equal(control->imports, request->imports))
        {
            return control;
        }
    }
    return NULL;
}

int
control_run(struct prover *prover, const struct launch_request *request,
            struct control *out_control, struct error *err)
{
    const struct control *known = remembered(prover, request);
    if (known != NULL) {
        *out_control = *known;
        return 0;
    }
    struct launch_request requests[LIMIT_CONTROL_RUNS];
    struct probe_log logs[LIMIT_CONTROL_RUNS];
    for (size_t i = 0; i < LIMIT_CONTROL_RUNS; i++) {
        requests[i] = (struct launch_request){
            .scenario = request->scenario,
            .gil = request->gil,
            .imports = request->imports,
        };
    }
    if (launcher_run(&prover->launcher, requests, LIMIT_CONTROL_RUNS, logs, err) != 0) {
        return error_wrap(err, "the control run");
    }
    struct control control = {.scenario = request->scenario,
                              .gil = request->gil,
                              .imports = request->imports,
                              .n_runs = LIMIT_CONTROL_RUNS};
    for (size_t i = 0; i < LIMIT_CONTROL_RUNS; i++) {
        control.n_bad += termination_of(&logs[i]) != TERMINATION_NORMAL;
        if (logs[i].own_seconds > control.own_seconds) {
            control.own_seconds = logs[i].own_seconds;
        }
    }
    ARENA_GROW(prover->arena, prover->controls, prover->n_controls,
               prover->controls_capacity);
    prover->controls[prover->n_controls++] = control;
    *out_control = control;
    return 0;
}
