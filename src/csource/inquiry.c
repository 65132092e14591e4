#include "csource/inquiry.h"

#include "csource/arguments.h"
#include "csource/libclang.h"

int
libclang_ask(struct arena *arena, const char *path, const char *python,
             struct libclang_facts *out, struct error *err)
{
    const struct libclang *clang;
    if (libclang_load(arena, path, python, &clang, err) != 0) {
        return -1;
    }
    CXString version = clang->getClangVersion();
    *out = (struct libclang_facts){
        .path = clang->path,
        .version = arena_string(arena, clang->getCString(version)),
        .headers = clang->resource_folder != NULL ? clang->resource_folder
                                                  : builtin_headers_of_gcc(arena),
    };
    clang->disposeString(version);
    return 0;
}
