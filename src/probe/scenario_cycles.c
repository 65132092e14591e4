/* Python started and ended several times in one process; the extension stays loaded
 * between the cycles, or is unloaded. */

#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

#define CYCLES 4
#define UNLOADS 3
#define CLOSE_LIMIT 20 /* one too many for each interpreter's dlopen */
#define THREAD_WAIT_MS 3000

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

/* Threads of this process; 0: unknown. */
static int
count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int n = 0;
    if (tasks == NULL) {
        return 0;
    }
    for (struct dirent *entry; (entry = readdir(tasks)) != NULL;) {
        n += entry->d_name[0] != '.';
    }
    closedir(tasks);
    return n;
}

/* Have the threads ended that the module started?  Their code must not go from below
 * them: that would be this scenario's fault, not the module's. */
static bool
wait_for_threads(int n_before)
{
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < THREAD_WAIT_MS; i++) {
        if (count_threads() <= n_before) {
            return true;
        }
        (void)nanosleep(&pause, NULL);
    }
    return false;
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
    int n_threads = count_threads();
    for (int i = 1; i <= UNLOADS; i++) {
        if (!run_cycle(i, UNLOADS)) {
            return;
        }
        if (request.path != NULL && !wait_for_threads(n_threads)) {
            record_say(RECORD_SKIP, "a thread that the module started still runs", NULL);
            return;
        }
        if (request.path != NULL && !unload()) {
            record_say(RECORD_SKIP, "the dynamic linker keeps this library mapped",
                       NULL);
            return;
        }
    }
}
