/* Python started and ended several times in one process; the extension stays loaded
 * between the cycles, or is unloaded. */

#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"

#include <dlfcn.h>
#include <stdio.h>

#define CYCLES 4
#define UNLOADS 3
#define CLOSE_LIMIT 20 /* one too many for each interpreter's dlopen */

static bool
run_cycle(int number, int of)
{
    char where[40];
    struct interpreter interpreter;
    snprintf(where, sizeof where, "cycle %d of %d", number, of);
    interpreter_open_main(&interpreter);
    interpreter.where = where;
    if (interpreter_import(&interpreter) != IMPORT_OK
        || !interpreter_exercise(&interpreter))
    {
        return false;
    }
    interpreter_leave_results(&interpreter);
    interpreter_finish(&interpreter);
    return true;
}

void
scenario_cycles(void)
{
    for (int i = 1; i <= CYCLES; i++) {
        if (!run_cycle(i, CYCLES)) {
            return;
        }
    }
}

/* Python never closes an extension.  C++ libraries with unique symbols and those
 * linked with -z nodelete cannot be closed at all. */
static bool
unload(void)
{
    phase("unload");
    for (int i = 0; i < CLOSE_LIMIT; i++) {
        void *library = dlopen(request.path, RTLD_NOW | RTLD_NOLOAD);
        if (library == NULL) {
            image_refresh(NULL);
            return true;
        }
        dlclose(library);
        dlclose(library);
    }
    return false;
}

void
scenario_unload(void)
{
    for (int i = 1; i <= UNLOADS; i++) {
        if (!run_cycle(i, UNLOADS)) {
            return;
        }
        if (request.path != NULL && !unload()) {
            record_say(RECORD_SKIP, "the dynamic linker keeps this library mapped",
                       NULL);
            return;
        }
    }
}
