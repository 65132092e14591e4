#include "csource/inclusion.h"

#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

static bool
is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0
           && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode));
}

const char *
device_included(struct arena *arena, const char *folder, const struct source_file *file)
{
    for (size_t i = 0; i < file->n_tokens; i++) {
        size_t name = token_after(file, i);
        if (file->tokens[i].directive == 0 || !token_is(file, i, "include")
            || name == file->n_tokens)
        {
            continue;
        }
        const char *begin = file->text + file->tokens[name].begin;
        const char *end =
            *begin == '"' || *begin == '<' ? strpbrk(begin + 1, "\">\n") : NULL;
        const char *path =
            end != NULL
                ? path_join(arena, folder,
                            arena_copy(arena, begin + 1, (size_t)(end - begin) - 1))
                : NULL;
        if (path != NULL && is_device(path)) {
            return path;
        }
    }
    return NULL;
}
