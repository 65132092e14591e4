/* Locks that a call holds while it runs Python code. */

#include "probe/shared_calls.h"

#include "probe/deadline.h"
#include "probe/exercise_runner.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <stddef.h>

#define CALLBACK_SECONDS 4

extern const char thread_callbacks_text[];

void
explore_callbacks(void)
{
    deadline_set(CALLBACK_SECONDS, NULL);
    exercise_runner_run_text(runner, thread_callbacks_text, "calls that run Python code");
    struct py_object *found =
        exercise_runner_call(runner, "thread_callbacks", shared_module, NULL);
    if (found != NULL && found != py._Py_NoneStruct) {
        record_say(RECORD_HELD, py.PyUnicode_AsUTF8(py.PyTuple_GetItem(found, 0)),
                   py.PyUnicode_AsUTF8(py.PyTuple_GetItem(found, 1)), NULL);
    }
    py.PyErr_Clear();
    end_copy(COPY_ENDED);
}
