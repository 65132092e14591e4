/* insulate scan: what compiled modules keep for the whole process, from their
 * bytes alone.  Nothing of a target is ever run; a Python that is named is asked for
 * its own sys.path, without its site.py, .pth files or variables, and pip for wheels. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/scratch.h"
#include "base/stopwatch.h"
#include "base/strbuf.h"
#include "binary/file.h"
#include "binary/audit.h"
#include "binary/limits.h"
#include "binary/wheel.h"
#include "commands/command.h"
#include "commands/imports.h"
#include "commands/pypi.h"

struct scan_values {
    struct common_options common;
    const char *python;
    const char *debug_folder;
    int jobs;
    bool claims_only;
};

const struct option scan_options[] = {
    {"python", 0, OPTION_WORD, OPTION(struct scan_values, python), "EXE",
     "scan everything that EXE can import (without a TARGET)"},
    {"debug-dir", 0, OPTION_WORD, OPTION(struct scan_values, debug_folder), "DIR",
     "directory of separate debug files (default: /usr/lib/debug)"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct scan_values, jobs), "N",
     "number of parallel jobs (default: CPU count)"},
    {"claims-only", 0, OPTION_FLAG, OPTION(struct scan_values, claims_only), NULL,
     "report and fail only for declarations and tags that the contents contradict"},
    {0},
};

enum { MAX_JOBS = 64 };

/* One file to read. */
struct item {
    const char *path;
    const char *shown;        /* where it is, for the user */
    const char *package;      /* that its modules are in; NULL for a wheel */
    const char *debug_folder; /* NULL: the system's */
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
    const char *scratch; /* where wheels are fetched to; NULL: none is */
};

/* --- names ----------------------------------------------------------------- */

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
            || !name_is_identifier(name, strlen(name)))
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
    return below != NULL ? package_of_path(arena, below, NULL)
                         : package_of_folder(arena, path_folder(arena, path));
}

/* --- collecting ------------------------------------------------------------- */

static struct item *
item_add(struct scan *scan, const char *path, const char *package)
{
    ARENA_GROW(scan->run->arena, scan->items, scan->n_items, scan->capacity);
    struct item *item = &scan->items[scan->n_items++];
    *item = (struct item){.path = path, .shown = path, .package = package};
    return item;
}

static bool
is_wanted(const char *name)
{
    return name_is_compiled(name) || string_ends(name, ".whl");
}

static int
add_folder(struct scan *scan, const char *folder, struct error *err)
{
    struct arena *arena = scan->run->arena;
    struct path_list files = {0};
    if (file_list(arena, folder, is_wanted, &files, err) != 0) {
        return -1;
    }
    const char *outer = package_of_folder(arena, folder);
    for (size_t i = 0; i < files.n_paths; i++) {
        const char *path = files.paths[i];
        if (string_ends(path, ".whl")) {
            item_add(scan, path, NULL)->is_wheel = true;
            continue;
        }
        bool is_whole; /* every folder on the way is part of the package */
        const char *package =
            package_of_path(arena, path_below(path, folder), &is_whole);
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
        return add_folder(scan, target, err);
    }
    if (access(target, F_OK) != 0) {
        return error_set_errno(err, "cannot read %s", target);
    }
    struct stat status;
    if (stat(target, &status) == 0 && S_ISREG(status.st_mode)) {
        if (is_source_archive(target)) {
            return error_set(err, ERROR_UNSUPPORTED,
                             "%s is a source distribution without compiled files: "
                             "build a wheel, or unpack it and use 'insulate check'",
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

/* The wheel of a project of PyPI. */
static int
add_project(struct scan *scan, const char *requirement, struct error *err)
{
    struct arena *arena = scan->run->arena;
    struct path_list wheels = {0};
    if (scan->scratch == NULL) {
        child_adopt_orphans();
        scan->scratch = scratch_make(arena, err);
    }
    if (scan->scratch == NULL) {
        return -1;
    }
    const char *folder =
        arena_format(arena, "%s/%zu", scan->scratch, scan->n_items);
    if (mkdir(folder, S_IRWXU) != 0) {
        return error_set_errno(err, "cannot make %s", folder);
    }
    if (pypi_fetch(arena, requirement, folder, &wheels, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < wheels.n_paths; i++) {
        struct item *item = item_add(scan, wheels.paths[i], NULL);
        item->shown = path_base(item->path);
        item->is_wheel = item->is_named = true;
        run_say(scan->run, "fetched %s", item->shown);
    }
    return 0;
}

/* All that a Python would import. */
static int
add_python(struct scan *scan, const char *python, struct error *err)
{
    struct arena *arena = scan->run->arena;
    struct imports imports = {0};
    struct import_list list = {0};
    if (imports_ask(arena, python, NULL, &imports, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < imports.unrun.n_items; i++) {
        run_warn(scan->run,
                 "%s contains code, which was not run; directories that it adds are "
                 "not scanned",
                 imports.unrun.items[i]);
    }
    for (size_t i = 0; i < imports.folders.n_items; i++) {
        if (imports_add_folder(arena, &imports, imports.folders.items[i], &list, err)
            != 0)
        {
            return -1;
        }
    }
    /* A folder may be on the path twice, or lie below another one. */
    import_list_sort(&list);
    for (size_t i = 0; i < list.n_items; i++) {
        item_add(scan, list.items[i].path, list.items[i].package);
    }
    return 0;
}

/* --- reading ------------------------------------------------------------------ */

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
    const struct debug_search search = {.path = item->is_wheel ? NULL : item->path,
                                        .folder = item->debug_folder};
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct binary_file file = {0};
    double begin = seconds_now();
    if (binary_read(arena, path, bytes, size, &search, &file, err) != 0) {
        return -1;
    }
    size_t first = item->modules.n_items;
    binary_audit(&file, package, &item->findings, &item->modules);
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
    const char *path = arena_format(item->arena, "%s!/%s", item->shown, member);
    struct error own = *err;
    /* NAME-VERSION.data/platlib/ is unpacked into site-packages. */
    const char *below = strstr(member, ".data/platlib/");
    below = below != NULL ? below + strlen(".data/platlib/") : member;
    if (bytes == NULL
        || read_bytes(item, path, package_of_path(item->arena, below, NULL), bytes,
                      size, &own)
               != 0)
    {
        report_unreadable(item, path, &own);
    }
}

static int
read_archive(struct item *item, struct error *err)
{
    if (wheel_read(item->path, on_member, item, err) != 0) {
        return -1;
    }
    bool is_empty = item->modules.n_items == 0 && item->findings.n_items == 0
                    && item->n_libraries == 0;
    if (is_empty && !string_ends(item->path, ".whl")) {
        return error_set(
            err, ERROR_UNSUPPORTED,
            "%s contains no compiled files: if it is a source distribution, build a "
            "wheel, or unpack it and use 'insulate check'",
            item->shown);
    }
    return 0;
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
                         "%s is a shared library, but not an extension module: it "
                         "exports neither PyInit_* nor PyModExport_*",
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
        report_unreadable(item, item->shown, item->error);
        return;
    }
    struct error err = ERROR_INIT;
    int result = item->is_wheel ? read_archive(item, &err) : read_file(item, &err);
    if (result != 0) {
        report_unreadable(item, item->shown, &err);
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
    run_say_more(run, "%zu files, %zu extension modules, %zu other libraries",
                 scan->n_items, run->modules.n_items, n_libraries);
}

/* Is FINDING of a promise that is broken, or of a file in which none can be seen?  A
 * declaration that is missing (a note) promises nothing. */
static bool
is_broken_promise(const struct finding *finding)
{
    return (string_starts(finding->rule, "claim-") && finding->level > LEVEL_NOTE)
           || strcmp(finding->rule, "unreadable-binary") == 0;
}

static void
keep_broken_promises(struct findings *findings)
{
    size_t kept = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        if (is_broken_promise(&findings->items[i])) {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->n_items = kept;
}

static int
scan_collect(struct scan *scan, const struct scan_values *values, struct error *err)
{
    struct run *run = scan->run;
    if (run->operands.n_items == 0 && values->python == NULL) {
        return error_set(
            err, ERROR_USAGE,
            "expected a .so file, a wheel, a directory or pypi:NAME, or --python EXE");
    }
    if (run->operands.n_items > 0 && values->python != NULL) {
        return error_set(err, ERROR_USAGE, "TARGET cannot be used with --python");
    }
    if (values->debug_folder != NULL && !file_is_folder(values->debug_folder)) {
        return error_set(err, ERROR_USAGE, "no such directory: %s", values->debug_folder);
    }
    if (values->python != NULL) {
        return add_python(scan, values->python, err);
    }
    for (size_t i = 0; i < run->operands.n_items; i++) {
        struct error own = ERROR_INIT;
        const char *target = run->operands.items[i];
        const char *requirement = pypi_requirement(target);
        if ((requirement != NULL ? add_project(scan, requirement, &own)
                                 : add_target(scan, target, &own))
            != 0)
        {
            struct error *kept = ARENA_NEW(run->arena, struct error);
            *kept = own;
            struct item *item = item_add(scan, target, "");
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
        scratch_remove(scan.scratch);
        return run_end(&run, run_fail(&run, &err));
    }
    for (size_t i = 0; i < scan.n_items; i++) {
        scan.items[i].debug_folder = values.debug_folder;
    }
    read_all(&scan, values.jobs);
    scratch_remove(scan.scratch);
    merge(&scan);
    run.verdict_use = VERDICTS_MUST_BE_KEPT;
    if (values.claims_only) {
        keep_broken_promises(&run.findings);
        run.verdict_use = VERDICTS_ARE_BACKGROUND;
        run.clean = "no broken promises";
        run.summary = arena_format(run.arena, "%zu module%s", run.modules.n_items,
                                   run.modules.n_items == 1 ? "" : "s");
    }
    if (run.modules.n_items == 0 && !scan.failed) {
        run.summary = "no extension module found";
        run.clean = "nothing to scan";
    }
    code = run_report(&run, false);
    code = scan.failed ? EXIT_UNABLE : code;
    for (size_t i = 0; i < scan.n_items; i++) {
        arena_free(scan.items[i].arena);
    }
    return run_end(&run, code);
}
