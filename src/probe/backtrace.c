#include "probe/backtrace.h"

#ifndef __GLIBC__

#    include <unwind.h>

struct trace {
    void **frames;
    int n_frames, limit;
};

static _Unwind_Reason_Code
visit(struct _Unwind_Context *context, void *data)
{
    struct trace *trace = data;
    if (trace->n_frames == trace->limit) {
        return _URC_NORMAL_STOP;
    }
    trace->frames[trace->n_frames++] = (void *)_Unwind_GetIP(context);
    return _URC_NO_REASON;
}

int
backtrace(void **frames, int limit)
{
    struct trace trace = {frames, 0, limit};
    (void)_Unwind_Backtrace(visit, &trace);
    return trace.n_frames;
}

#endif
