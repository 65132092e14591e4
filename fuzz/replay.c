/* Runs a fuzz target on the files named, or on all files of a folder. */
#include <stdio.h>

#include "base/arena.h"
#include "base/file.h"
#include "fuzz.h"

static bool
any_file(const char *name)
{
    (void)name;
    return true;
}

int
main(int argc, char **argv)
{
    enum { MOST = 1 << 28 };
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    size_t n = 0;
    for (int i = 1; i < argc; i++) {
        struct path_list files = {0};
        struct error err = ERROR_INIT;
        if (file_list(arena, argv[i], any_file, &files, &err) != 0) {
            fprintf(stderr, "%s\n", err.message);
            return 2;
        }
        for (size_t k = 0; k < files.n_paths; k++) {
            char *text = NULL;
            size_t size = 0;
            if (file_read(arena, files.paths[k], MOST, &text, &size, NULL, &err) != 0) {
                fprintf(stderr, "%s\n", err.message);
                return 2;
            }
            LLVMFuzzerTestOneInput((const uint8_t *)text, size);
            n++;
        }
    }
    printf("%zu inputs replayed\n", n);
    return n > 0 ? 0 : 2;
}
