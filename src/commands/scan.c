/* insulate scan: what compiled modules keep for the whole process, from their
 * bytes alone.  Nothing of a target is ever run; of a Python that is named, only
 * its own sys.path is asked for, in isolated mode. */
#include <ctype.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "binary/file.h"
#include "binary/judge.h"
#include "binary/limits.h"
#include "binary/wheel.h"
#include "commands/command.h"

struct scan_values {
    struct common_options common;
    const char *python;
    int jobs;
};

const struct option scan_options[] = {
    {"python", 0, OPTION_WORD, OPTION(struct scan_values, python), "EXE",
     "scan all that EXE would import (without a TARGET)"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct scan_values, jobs), "N",
     "files read at the same time (number of processors)"},
    {0},
};

enum { MAX_JOBS = 64, PYTHON_TIMEOUT_MS = 30000 };

/* One file to read. */
struct item {
    const char *path;
    const char *package; /* that its modules are in; NULL for a wheel */
    bool is_wheel;
    bool is_named; /* the user named this very file */
    /* Results, in an arena of their own: items are read in parallel. */
    struct arena *arena;
    struct findings findings;
    struct module_reports modules;
    const struct error *error; /* why it could not be read (to the end), or NULL */
    size_t n_libraries;        /* compiled files that are no modules */
};

struct scan {
    struct run *run;
    struct item *items;
    size_t n_items, capacity;
    atomic_size_t next;
    bool failed; /* a TARGET could not be read */
};

/* --- names ----------------------------------------------------------------- */

static bool
is_identifier(const char *text, size_t size)
{
    if (size == 0 || isdigit((unsigned char)text[0])) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (!(isalnum(c) || c == '_' || c >= 0x80)) {
            return false;
        }
    }
    return true;
}

/* The package of the file at RELATIVE, a path below a folder of sys.path: its
 * folders, from behind the last one that cannot be a package. */
static const char *
package_of(struct arena *arena, const char *relative)
{
    struct strbuf package = STRBUF_INIT;
    const char *slash = NULL;
    for (const char *part = relative; (slash = strchr(part, '/')) != NULL;
         part = slash + 1)
    {
        size_t size = (size_t)(slash - part);
        if (size == 0 || (size == 1 && part[0] == '.')) {
            continue;
        }
        if (!is_identifier(part, size)) {
            strbuf_done(&package);
            continue;
        }
        if (package.size > 0) {
            strbuf_add_char(&package, '.');
        }
        strbuf_add(&package, part, size);
    }
    const char *result = arena_string(arena, package.text);
    strbuf_done(&package);
    return result;
}

/* The package that the folder PATH is, by the __init__.py files in it and above
 * it; "" if it is none. */
static const char *
package_of_folder(struct arena *arena, const char *path)
{
    const char *folder = path_real(arena, path);
    const char *package = "";
    for (int depth = 0; depth < LIMIT_PATH_DEPTH; depth++) {
        const char *name = path_base(folder);
        if (!file_exists(path_join(arena, folder, "__init__.py"))
            || !is_identifier(name, strlen(name)))
        {
            break;
        }
        package = package[0] != '\0' ? arena_format(arena, "%s.%s", name, package)
                                     : arena_string(arena, name);
        folder = path_folder(arena, folder);
    }
    return package;
}

/* The package of a file that was named by itself: from a known folder of
 * sys.path on, else by __init__.py files. */
static const char *
package_of_file(struct arena *arena, const char *path)
{
    static const char *const roots[] = {"/site-packages/", "/dist-packages/",
                                        "/lib-dynload/"};
    const char *real = path_real(arena, path);
    const char *below = NULL;
    for (size_t i = 0; i < ARRAY_LENGTH(roots); i++) {
        for (const char *at = real; (at = strstr(at, roots[i])) != NULL; at++) {
            const char *rest = at + strlen(roots[i]);
            below = below == NULL || rest > below ? rest : below;
        }
    }
    return below != NULL ? package_of(arena, below)
                         : package_of_folder(arena, path_folder(arena, path));
}

/* --- collecting ------------------------------------------------------------- */

static struct item *
item_add(struct scan *scan, const char *path, const char *package)
{
    ARENA_GROW(scan->run->arena, scan->items, scan->n_items, scan->capacity);
    struct item *item = &scan->items[scan->n_items++];
    *item = (struct item){.path = path, .package = package};
    return item;
}

static bool
is_wanted(const char *name)
{
    return name_is_compiled(name) || string_ends(name, ".whl");
}

/* With IMPORTABLE_ONLY, files that no import from FOLDER reaches are left out. */
static int
add_folder(struct scan *scan, const char *folder, bool importable_only,
           struct error *err)
{
    struct arena *arena = scan->run->arena;
    struct path_list files = {0};
    if (file_list(arena, folder, is_wanted, &files, err) != 0) {
        return -1;
    }
    const char *outer = importable_only ? "" : package_of_folder(arena, folder);
    for (size_t i = 0; i < files.n_paths; i++) {
        const char *path = files.paths[i];
        const char *relative = path_below(path, folder);
        relative += relative[0] == '/' ? 1 : 0;
        if (string_ends(path, ".whl")) {
            if (!importable_only) {
                item_add(scan, path, NULL)->is_wheel = true;
            }
            continue;
        }
        const char *package = package_of(arena, relative);
        bool is_whole = true; /* every folder on the way is part of the package */
        for (const char *part = relative, *slash; (slash = strchr(part, '/')) != NULL;
             part = slash + 1)
        {
            is_whole = is_whole && is_identifier(part, (size_t)(slash - part));
        }
        if (importable_only && !is_whole) {
            continue;
        }
        if (is_whole && outer[0] != '\0') {
            package = package[0] != '\0' ? arena_format(arena, "%s.%s", outer, package)
                                         : outer;
        }
        item_add(scan, path, package);
    }
    return 0;
}

/* Does the file begin with MAGIC? */
static bool
begins_with(const char *path, const char *magic, size_t size)
{
    char begin[8] = {0};
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return false;
    }
    size_t got = fread(begin, 1, sizeof(begin), file);
    fclose(file);
    return got >= size && memcmp(begin, magic, size) == 0;
}

static bool
is_source_archive(const char *path)
{
    return string_ends(path, ".tar.gz") || string_ends(path, ".tgz")
           || string_ends(path, ".tar.bz2") || string_ends(path, ".tar.xz")
           || string_ends(path, ".tar") || begins_with(path, "\x1f\x8b", 2);
}

static int
add_target(struct scan *scan, const char *target, struct error *err)
{
    if (file_is_folder(target)) {
        return add_folder(scan, target, false, err);
    }
    if (access(target, F_OK) != 0) {
        return error_set_errno(err, "%s", target);
    }
    struct stat status;
    if (stat(target, &status) == 0 && S_ISREG(status.st_mode)) {
        if (is_source_archive(target)) {
            return error_set(
                err, ERROR_UNSUPPORTED,
                "%s is a source distribution, which has nothing compiled: "
                "build a wheel of it, or unpack it and use `insulate check`",
                target);
        }
        if (string_ends(target, ".whl") || begins_with(target, "PK\3\4", 4)) {
            struct item *wheel = item_add(scan, target, NULL);
            wheel->is_wheel = true;
            wheel->is_named = true;
            return 0;
        }
    }
    item_add(scan, target, package_of_file(scan->run->arena, target))->is_named = true;
    return 0;
}

/* --- what a Python would import ----------------------------------------------- */

/* What a Python says of its imports. */
struct imports {
    struct words folders;  /* sys.path */
    struct words suffixes; /* ".cpython-313-x86_64-linux-gnu.so", ".abi3.so", ".so" */
};

/* Each word of the answer ends with NUL; an empty word parts the two lists. */
static int
ask_python(struct run *run, const char *python, struct imports *out_imports,
           struct error *err)
{
    static const char program[] =
        "import sys, os, importlib.machinery\n"
        "words = [p for p in sys.path if p] + ['']\n"
        "words += importlib.machinery.EXTENSION_SUFFIXES + ['']\n"
        "sys.stdout.buffer.write(os.fsencode('\\0'.join(words)))\n";
    const char *const argv[] = {python, "-I", "-c", program, NULL};
    const struct child_request request = {.argv = argv,
                                          .timeout_ms = PYTHON_TIMEOUT_MS};
    struct child_result result;
    if (child_run(&request, &result, err) != 0) {
        return error_wrap(err, "cannot ask %s for its sys.path", python);
    }
    struct words *words = &out_imports->folders;
    const char *end = result.output.text + result.output.size;
    for (const char *at = result.output.text; at < end; at += strlen(at) + 1) {
        if (*at == '\0') {
            words = &out_imports->suffixes;
        }
        else {
            words_add(run->arena, words, arena_string(run->arena, at));
        }
    }
    int exit_code = result.exit_code;
    child_result_done(&result);
    if (exit_code != 0 || out_imports->suffixes.n_items == 0) {
        return error_set(err, ERROR_CHILD,
                         "%s did not tell its sys.path (exit code %d)", python,
                         exit_code);
    }
    return 0;
}

/* Is PATH named NAME + one of the suffixes?  "spam.cpython-312-….so" is nothing that
 * a Python 3.13 would import. */
static bool
is_importable(const struct imports *imports, const char *path)
{
    const char *base = path_base(path);
    for (size_t i = 0; i < imports->suffixes.n_items; i++) {
        const char *suffix = imports->suffixes.items[i];
        size_t size = strlen(base);
        if (string_ends(base, suffix) && is_identifier(base, size - strlen(suffix))) {
            return true;
        }
    }
    return false;
}

static int
compare_items(const void *a, const void *b)
{
    const struct item *x = a;
    const struct item *y = b;
    int order = strcmp(x->path, y->path);
    return order != 0 ? order : (int)strlen(y->package) - (int)strlen(x->package);
}

static int
add_python(struct scan *scan, const char *python, struct error *err)
{
    struct imports imports = {0};
    if (ask_python(scan->run, python, &imports, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < imports.folders.n_items; i++) {
        if (file_is_folder(imports.folders.items[i])
            && add_folder(scan, imports.folders.items[i], true, err) != 0)
        {
            return -1;
        }
    }
    /* A folder may be on the path twice, or lie below another one. */
    if (scan->n_items > 1) {
        qsort(scan->items, scan->n_items, sizeof(*scan->items), compare_items);
    }
    size_t kept = 0;
    for (size_t i = 0; i < scan->n_items; i++) {
        bool is_new =
            kept == 0 || strcmp(scan->items[kept - 1].path, scan->items[i].path) != 0;
        if (is_new && is_importable(&imports, scan->items[i].path)) {
            scan->items[kept++] = scan->items[i];
        }
    }
    scan->n_items = kept;
    return 0;
}

/* --- reading ------------------------------------------------------------------ */

static double
seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void
report_unreadable(struct item *item, const char *path, const struct error *err)
{
    struct finding *finding =
        findings_add(&item->findings, "unreadable-binary", "%s", err->message);
    finding->path = arena_string(item->arena, path);
    if (err->kind == ERROR_UNSUPPORTED) {
        finding->level = LEVEL_WARNING;
    }
}

static int
read_bytes(struct item *item, const char *path, const char *package, const char *bytes,
           size_t size, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct binary_file file = {0};
    double begin = seconds_now();
    if (binary_read(arena, path, bytes, size, &file, err) != 0) {
        return -1;
    }
    size_t first = item->modules.n_items;
    binary_judge(&file, package, &item->findings, &item->modules);
    for (size_t i = first; i < item->modules.n_items; i++) {
        item->modules.items[i].seconds = seconds_now() - begin;
    }
    item->n_libraries += file.n_modules == 0 ? 1 : 0;
    return 0;
}

static void
on_member(void *data, const char *member, const char *bytes, size_t size,
          const struct error *err)
{
    struct item *item = data;
    const char *path = arena_format(item->arena, "%s!/%s", item->path, member);
    struct error own = *err;
    /* NAME-VERSION.data/platlib/ is unpacked into site-packages. */
    const char *below = strstr(member, ".data/platlib/");
    below = below != NULL ? below + strlen(".data/platlib/") : member;
    if (bytes == NULL
        || read_bytes(item, path, package_of(item->arena, below), bytes, size, &own)
               != 0)
    {
        report_unreadable(item, path, &own);
    }
}

static int
read_file(struct item *item, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    char *bytes = NULL;
    size_t size = 0;
    if (file_read(arena, item->path, LIMIT_BINARY_SIZE, &bytes, &size, NULL, err) != 0
        || read_bytes(item, item->path, item->package, bytes, size, err) != 0)
    {
        return -1;
    }
    if (item->is_named && item->n_libraries > 0) {
        return error_set(err, ERROR_FORMAT,
                         "%s is a shared library, but no extension module: it exports "
                         "neither PyInit_… nor PyModExport_…",
                         item->path);
    }
    return 0;
}

static void
item_read(struct item *item)
{
    item->arena = arena_new();
    findings_init(&item->findings, item->arena);
    module_reports_init(&item->modules, item->arena);
    if (item->error != NULL) { /* refused when it was collected */
        report_unreadable(item, item->path, item->error);
        return;
    }
    struct error err = ERROR_INIT;
    int result = item->is_wheel ? wheel_read(item->path, on_member, item, &err)
                                : read_file(item, &err);
    if (result != 0) {
        report_unreadable(item, item->path, &err);
        struct error *kept = ARENA_NEW(item->arena, struct error);
        *kept = err;
        item->error = kept;
    }
}

static void *
worker(void *data)
{
    struct scan *scan = data;
    size_t i = 0;
    while ((i = atomic_fetch_add(&scan->next, 1)) < scan->n_items) {
        item_read(&scan->items[i]);
    }
    return NULL;
}

static void
read_all(struct scan *scan, int jobs)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t n = jobs > 0 ? (size_t)jobs : processors > 0 ? (size_t)processors : 1;
    n = n < MAX_JOBS ? n : MAX_JOBS;
    n = n < scan->n_items ? n : scan->n_items;
    pthread_t threads[MAX_JOBS];
    size_t started = 0;
    while (started + 1 < n
           && pthread_create(&threads[started], NULL, worker, scan) == 0)
    {
        started++;
    }
    worker(scan);
    for (size_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* --- the answer ---------------------------------------------------------------- */

/* The results stay in the items' arenas; the run only points to them. */
static void
merge(struct scan *scan)
{
    struct run *run = scan->run;
    size_t n_libraries = 0;
    for (size_t i = 0; i < scan->n_items; i++) {
        struct item *item = &scan->items[i];
        for (size_t k = 0; k < item->findings.n_items; k++) {
            ARENA_GROW(run->arena, run->findings.items, run->findings.n_items,
                       run->findings.capacity);
            run->findings.items[run->findings.n_items++] = item->findings.items[k];
        }
        for (size_t k = 0; k < item->modules.n_items; k++) {
            *module_reports_add(&run->modules) = item->modules.items[k];
        }
        n_libraries += item->n_libraries;
        if (item->error != NULL && item->is_named) {
            run_fail(run, item->error);
            scan->failed = true;
        }
    }
    run_say_more(run, "%zu files, %zu modules, %zu libraries that are no modules",
                 scan->n_items, run->modules.n_items, n_libraries);
}

static int
scan_collect(struct scan *scan, const struct scan_values *values, struct error *err)
{
    struct run *run = scan->run;
    if (run->operands.n_items == 0 && values->python == NULL) {
        return error_set(err, ERROR_USAGE,
                         "name a .so file, a wheel or a folder, or a Python with "
                         "--python");
    }
    if (run->operands.n_items > 0 && values->python != NULL) {
        return error_set(err, ERROR_USAGE,
                         "--python scans all of a Python: name no "
                         "other target with it");
    }
    if (values->python != NULL) {
        return add_python(scan, values->python, err);
    }
    for (size_t i = 0; i < run->operands.n_items; i++) {
        struct error own = ERROR_INIT;
        if (add_target(scan, run->operands.items[i], &own) != 0) {
            struct error *kept = ARENA_NEW(run->arena, struct error);
            *kept = own;
            struct item *item = item_add(scan, run->operands.items[i], "");
            item->is_named = true;
            item->error = kept;
        }
    }
    return 0;
}

int
cmd_scan(const struct command *self, int argc, char **argv)
{
    struct scan_values values = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &values.common);
    if (code >= 0) {
        return run_end(&run, code);
    }
    struct error err = ERROR_INIT;
    struct scan scan = {.run = &run};
    if (scan_collect(&scan, &values, &err) != 0) {
        return run_end(&run, run_fail(&run, &err));
    }
    read_all(&scan, values.jobs);
    merge(&scan);
    bool not_isolated = false;
    for (size_t i = 0; i < run.modules.n_items; i++) {
        not_isolated =
            not_isolated || run.modules.items[i].verdict == VERDICT_NOT_ISOLATED;
    }
    if (run.modules.n_items == 0 && !scan.failed) {
        run_say(&run, "no extension module found");
    }
    code = run_report(&run, not_isolated);
    code = scan.failed ? EXIT_UNABLE : code;
    for (size_t i = 0; i < scan.n_items; i++) {
        arena_free(scan.items[i].arena);
    }
    return run_end(&run, code);
}
