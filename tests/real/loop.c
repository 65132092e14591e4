/* Stands before Py_BytesMain: the program of argv[1] in three Pythons, one after the
 * other in one process.  For a python whose library is shared. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONFIG_SIZE = 16384, CYCLES = 3 };

struct status {
    int kind;
    const char *function, *message;
    int exit_code;
};

static void
find(void *out_function, const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    if (found == NULL) {
        fprintf(stderr, "no %s\n", name);
        _exit(90);
    }
    memcpy(out_function, &found, sizeof found);
}

int
Py_BytesMain(int count, char **words)
{
    static char config[CONFIG_SIZE];
    static char text[1 << 16];
    void (*init_config)(void *);
    struct status (*set_words)(void *, long, char *const *);
    struct status (*initialize)(const void *);
    void (*clear)(void *);
    int (*run)(const char *, void *);
    int (*finalize)(void);
    char *const alone[] = {words[0], NULL};
    FILE *file = count > 1 ? fopen(words[1], "r") : NULL;
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0) {
        return 91;
    }
    fclose(file);
    unsetenv("LD_PRELOAD");
    find(&init_config, "PyConfig_InitPythonConfig");
    find(&set_words, "PyConfig_SetBytesArgv");
    find(&initialize, "Py_InitializeFromConfig");
    find(&clear, "PyConfig_Clear");
    find(&run, "PyRun_SimpleStringFlags");
    find(&finalize, "Py_FinalizeEx");
    for (int i = 1; i <= CYCLES; i++) {
        memset(config, 0, sizeof config);
        init_config(config);
        set_words(config, 1, alone);
        if (initialize(config).kind != 0) {
            return 92;
        }
        clear(config);
        printf("cycle %d\n", i);
        fflush(stdout);
        int failed = run(text, NULL);
        fflush(stdout);
        (void)finalize();
        if (failed) {
            return 1;
        }
    }
    printf("done\n");
    fflush(stdout);
    return 0;
}
