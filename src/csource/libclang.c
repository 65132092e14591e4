#include "csource/libclang.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/access_log.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "csource/answers.h"

enum {
    OLDEST_TESTED = 14,
    NEWEST_TESTED = 22,
    OLDEST_VERSION = 12, /* clang_Cursor_getVarDeclInitializer */
    NEWEST_VERSION = 40, /* how far ahead names like libclang-N.so.1 are tried */
};

/* --- one candidate ------------------------------------------------------- */

/* The folder with clang's own headers beside LIBRARY, which may be a link: lib/clang/N or
 * lib/clang/N.M.P, which hold include/; NULL if it is not installed. */
static const char *
resource_folder(struct arena *arena, const char *library, const char *version)
{
    const char *lib = path_folder(arena, path_real(arena, library));
    const char *link = path_folder(arena, library);
    const char *number = version + strcspn(version, "0123456789");
    int major = atoi(number);
    size_t full_size = strspn(number, "0123456789.");
    const char *candidates[] = {
        arena_format(arena, "%s/clang/%d", lib, major),
        arena_format(arena, "%s/clang/%.*s", lib, (int)full_size, number),
        arena_format(arena, "%s/clang/%d", link, major),
        arena_format(arena, "%s/clang/%.*s", link, (int)full_size, number),
        arena_format(arena, "/usr/lib/llvm-%d/lib/clang/%d", major, major),
        arena_format(arena, "/usr/lib/llvm-%d/lib/clang/%.*s", major, (int)full_size,
                     number),
        arena_format(arena, "/usr/lib/clang/%d", major),
        arena_format(arena, "/usr/lib64/clang/%d", major),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(candidates); i++) {
        if (file_exists(path_join(arena, candidates[i], "include/stddef.h"))) {
            return candidates[i];
        }
    }
    return NULL;
}

/* The major number in what clang_getClangVersion says; 0 if there is none. */
static int
major_version(const char *text)
{
    const char *word = strstr(text, "version ");
    return word ? atoi(word + strlen("version ")) : 0;
}

const char *
libclang_untested(struct arena *arena, int version)
{
    if (version >= OLDEST_TESTED && version <= NEWEST_TESTED) {
        return NULL;
    }
    const char *which =
        version != 0 ? arena_format(arena, "libclang %d", version)
                     : "a libclang that does not tell its version";
    return arena_format(arena,
                        "%s is used, but insulate is tested with libclang %d to %d; set "
                        "--libclang or INSULATE_LIBCLANG to one of these",
                        which, OLDEST_TESTED, NEWEST_TESTED);
}

/* Fill CLANG from an open library.  Returns the first name that is missing, or
 * NULL if all are there. */
static const char *
resolve(void *handle, struct libclang *clang)
{
    const char *missing = NULL;
    /* POSIX: dlsym's result may be read as a function pointer through memory. */
#define RESOLVE(name)                                                                  \
    *(void **)(&clang->name) = dlsym(handle, "clang_" #name);                          \
    if (clang->name == NULL && missing == NULL) {                                      \
        missing = "clang_" #name;                                                      \
    }
    LIBCLANG_FUNCTIONS(RESOLVE)
#undef RESOLVE
#define RESOLVE(name) *(void **)(&clang->name) = dlsym(handle, "clang_" #name);
    LIBCLANG_NEW_FUNCTIONS(RESOLVE)
#undef RESOLVE
    clang->has_operator_kinds = clang->getCursorBinaryOperatorKind != NULL
                                && clang->getBinaryOperatorKindSpelling != NULL
                                && clang->getCursorUnaryOperatorKind != NULL;
    return missing;
}

static int
load_file(struct arena *arena, const char *path, const struct libclang **out_clang,
          struct error *err)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) {
        return error_set(err, ERROR_UNSUPPORTED, "cannot load libclang: %s", dlerror());
    }
    struct libclang *clang = ARENA_NEW(arena, struct libclang);
    const char *missing = resolve(handle, clang);
    if (missing != NULL) {
        dlclose(handle);
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s is not libclang %d or newer: it has no symbol %s", path,
                         OLDEST_VERSION, missing);
    }
    Dl_info info;
    clang->path = path;
    if (dladdr(*(void **)(&clang->createIndex), &info) != 0 && info.dli_fname != NULL) {
        clang->path = arena_string(arena, info.dli_fname);
    }
    access_log_add(clang->path);
    CXString version = clang->getClangVersion();
    clang->resource_folder =
        resource_folder(arena, clang->path, clang->getCString(version));
    clang->version = major_version(clang->getCString(version));
    clang->has_known_locations = clang->version >= OLDEST_VERSION
                                 && clang->version <= NEWEST_TESTED
                                 && getenv("INSULATE_ASK_LOCATIONS") == NULL;
    clang->disposeString(version);
    *out_clang = clang;
    return 0;
}

/* --- where it may lie ---------------------------------------------------- */

/* The version in a file name like libclang-19.so.1, libclang.so.13 or
 * libclang-14.0.6.so; 0 if NAME is none of these. */
static int
version_in_name(const char *name)
{
    if (!string_starts(name, "libclang") || strstr(name, ".so") == NULL) {
        return 0;
    }
    const char *rest = name + strlen("libclang");
    if (rest[0] == '-' && rest[1] >= '0' && rest[1] <= '9') {
        return atoi(rest + 1);
    }
    return string_starts(rest, ".so") ? 1 : 0;
}

/* The newest libclang in FOLDER, or NULL. */
static const char *
newest_in(struct arena *arena, const char *folder)
{
    access_log_add(folder);
    DIR *listing = opendir(folder);
    if (listing == NULL) {
        return NULL;
    }
    const char *best = NULL;
    int best_version = 0;
    struct dirent *entry;
    while ((entry = readdir(listing)) != NULL) {
        int version = version_in_name(entry->d_name);
        if (version > best_version
            || (version != 0 && version == best_version
                && strcmp(entry->d_name, path_base(best)) < 0))
        {
            best = path_join(arena, folder, entry->d_name);
            best_version = version;
        }
    }
    closedir(listing);
    return best;
}

/* The library of the `libclang` wheel of PYTHON, or NULL. */
static const char *
wheel_library(struct arena *arena, const char *python)
{
    static const char script[] =
        "import importlib.util, os\n"
        "spec = importlib.util.find_spec('clang')\n"
        "for folder in (spec.submodule_search_locations or []) if spec else []:\n"
        "    print(os.path.join(folder, 'native'))\n";
    const char *argv[] = {python, "-I", "-c", script, NULL};
    struct error ignored = ERROR_INIT;
    char *folder;
    if (program_answer(arena, argv, &folder, &ignored) != 0 || folder == NULL) {
        return NULL;
    }
    folder[strcspn(folder, "\r\n")] = '\0';
    return folder[0] ? newest_in(arena, folder) : NULL;
}

/* Load the library NAME if it is there.  The first that is there and cannot be loaded is
 * told in *OUT_BROKEN (arena). */
static int
try_file(struct arena *arena, const char *name, const struct libclang **out_clang,
         const char **out_broken)
{
    struct error why = ERROR_INIT;
    if (load_file(arena, name, out_clang, &why) == 0) {
        return 0;
    }
    if (*out_broken == NULL && strstr(why.message, "No such file") == NULL) {
        *out_broken = arena_string(arena, why.message);
    }
    return -1;
}

/* Does the dynamic linker know a libclang by one of its usual names? */
static int
load_by_name(struct arena *arena, const struct libclang **out_clang,
             const char **out_broken)
{
    static const char *const patterns[] = {"libclang-%d.so.1", "libclang-%d.so",
                                           "libclang.so.%d"};
    for (int version = NEWEST_VERSION; version >= OLDEST_VERSION; version--) {
        for (size_t i = 0; i < ARRAY_LENGTH(patterns); i++) {
            char number[16];
            snprintf(number, sizeof number, "%d", version);
            const char *hole = strstr(patterns[i], "%d");
            const char *name =
                arena_format(arena, "%.*s%s%s", (int)(hole - patterns[i]), patterns[i],
                             number, hole + 2);
            if (try_file(arena, name, out_clang, out_broken) == 0) {
                return 0;
            }
        }
        const char *folder = arena_format(arena, "/usr/lib/llvm-%d/lib", version);
        const char *library = newest_in(arena, folder);
        if (library != NULL && try_file(arena, library, out_clang, out_broken) == 0) {
            return 0;
        }
    }
    static const char *const rest[] = {
        "libclang.so.1",
        "libclang.so",
        "/usr/lib64/libclang.so",
        "/usr/lib/libclang.so",
        "/usr/local/lib/libclang.so",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(rest); i++) {
        if (try_file(arena, rest[i], out_clang, out_broken) == 0) {
            return 0;
        }
    }
    return -1;
}

static int
load_named(struct arena *arena, const char *path, const char *where,
           const struct libclang **out_clang, struct error *err)
{
    const char *library = path;
    if (file_is_folder(path)) {
        library = newest_in(arena, path);
        if (library == NULL) {
            return error_set(err, ERROR_UNSUPPORTED, "%s: no libclang in %s", where,
                             path);
        }
    }
    if (load_file(arena, library, out_clang, err) != 0) {
        const char *why = arena_string(arena, err->message);
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s: %s; name another library or its directory, or none: then "
                         "'insulate doctor' reports what is found",
                         where, why);
    }
    return 0;
}

/* While other threads run, the environment must not change. */
static void
set_environment(void)
{
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
}

int
libclang_load(struct arena *arena, const char *path, const char *python,
              const struct libclang **out_clang, struct error *err)
{
    /* It parses in our thread, which has a bigger stack than its own would have,
     * and leaves crashes to us (crash.c): its own guard is lost when the stack is
     * full.  Read once, when libclang makes its first index. */
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_environment);
    if (path != NULL) {
        return load_named(arena, path, "--libclang", out_clang, err);
    }
    const char *named = getenv("INSULATE_LIBCLANG");
    if (named != NULL && named[0] != '\0') {
        return load_named(arena, named, "INSULATE_LIBCLANG", out_clang, err);
    }
    const char *broken = NULL;
    access_log_add("/etc/ld.so.cache"); /* of dlopen, for names */
    if (load_by_name(arena, out_clang, &broken) == 0) {
        return 0;
    }
    /* The wheel beside this program before that of another environment. */
    const char *beside = path_site_packages(arena, "clang/native");
    const char *wheel = beside ? newest_in(arena, beside) : NULL;
    if (wheel == NULL) {
        wheel = wheel_library(arena, python ? python : "python3");
    }
    if (wheel != NULL) {
        return load_named(arena, wheel, "the libclang wheel", out_clang, err);
    }
    if (broken != NULL) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s; install it again, or another one (pip install libclang), or "
                         "set --libclang or INSULATE_LIBCLANG",
                         broken);
    }
    return error_set(err, ERROR_UNSUPPORTED,
                     "libclang is not installed: install it (Debian, Ubuntu: "
                     "libclang-19-dev; Fedora: clang-libs clang-devel; others: pip "
                     "install libclang), or set --libclang or INSULATE_LIBCLANG");
}
