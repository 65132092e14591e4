#include "commands/proofs.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/macros.h"
#include "base/scratch.h"
#include "base/strbuf.h"
#include "binary/image.h"
#include "prove/limits.h"

/* --- names for addresses --- */

struct opened_image {
    const char *path;
    struct image *image; /* NULL: cannot be read */
    struct opened_image *next;
};

struct images {
    struct arena *arena;
    struct opened_image *first;
};

static struct image *
open_image(struct images *images, const char *path)
{
    for (struct opened_image *each = images->first; each != NULL; each = each->next) {
        if (strcmp(each->path, path) == 0) {
            return each->image;
        }
    }
    struct error ignored = ERROR_INIT;
    struct opened_image *opened = ARENA_NEW(images->arena, struct opened_image);
    opened->path = arena_string(images->arena, path);
    opened->image = image_open(images->arena, path, &ignored);
    opened->next = images->first;
    images->first = opened;
    return opened->image;
}

static void
images_done(struct images *images)
{
    for (struct opened_image *each = images->first; each != NULL; each = each->next) {
        if (each->image != NULL) {
            image_close(each->image);
        }
    }
}

static void
place(void *data, const char *path, uint64_t offset, struct binary_place *out_place)
{
    struct images *images = data;
    struct image *image = open_image(images, path);
    if (image != NULL) {
        image_place(image, offset, out_place);
        return;
    }
    *out_place = (struct binary_place){
        .text = arena_format(images->arena, "0x%llx", (unsigned long long)offset)};
}

/* --- one module --- */

/* What is left of a proof, in the run's arena. */
struct answer {
    struct findings findings;
    struct module_reports report; /* one, or none after an error */
    struct error *error;
};

struct work {
    struct proofs *proofs;
    struct answer *answers; /* as many as modules */
    size_t next, n_ended;
    int n_workers;
    bool shows_progress;
    pthread_mutex_t lock; /* of all above, and of the run's arena */
};

static void
keep_answer(struct work *work, size_t i, const struct findings *findings,
            const struct module_report *report, const struct error *err)
{
    struct arena *arena = work->proofs->run->arena;
    struct answer *answer = &work->answers[i];
    for (size_t k = 0; k < findings->n_items; k++) {
        finding_copy(&answer->findings, &findings->items[k]);
    }
    if (err->kind == ERROR_NONE) {
        module_report_copy(&answer->report, report);
        return;
    }
    answer->error = ARENA_NEW(arena, struct error);
    *answer->error = *err;
}

static void
prove_one(struct work *work, size_t i, const char *folder)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const struct proofs *proofs = work->proofs;
    struct images images = {.arena = arena};
    struct prover prover = proofs->prover;
    struct findings findings;
    struct module_report report = {0};
    struct error err = ERROR_INIT;
    findings_init(&findings, arena);
    prover.arena = prover.launcher.arena = arena;
    prover.symbolizer = (struct symbolizer){place, &images};
    prover.launcher.folder = folder;
    prover.launcher.n_jobs = proofs->n_jobs / work->n_workers;
    /* An error is set whenever it fails. */
    (void)!prove_module(&prover, proofs->modules.items[i], &findings, &report, &err);
    pthread_mutex_lock(&work->lock);
    keep_answer(work, i, &findings, &report, &err);
    pthread_mutex_unlock(&work->lock);
    images_done(&images);
}

/* --- all modules --- */

static void
show_progress(const struct work *work, size_t i)
{
    if (work->shows_progress) {
        fprintf(stderr, "\r\033[K[%zu/%zu] %s", work->n_ended,
                work->proofs->modules.n_items, work->proofs->modules.items[i]);
    }
}

/* Take the next module.  Returns false when there is none. */
static bool
next_module(struct work *work, bool has_ended, size_t *out_i)
{
    pthread_mutex_lock(&work->lock);
    work->n_ended += has_ended;
    bool goes_on =
        work->next < work->proofs->modules.n_items && interrupt_signal() == 0;
    if (goes_on) {
        *out_i = work->next++;
        show_progress(work, *out_i);
    }
    pthread_mutex_unlock(&work->lock);
    return goes_on;
}

static void *
work_on(void *data)
{
    struct work *work = data;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *folder = work->proofs->prover.launcher.folder;
    bool has_ended = false;
    for (size_t i; next_module(work, has_ended, &i); has_ended = true) {
        /* What one module leaves in its folder is nothing to the others. */
        const char *own = arena_format(arena, "%s/%zu", folder, i);
        prove_one(work, i, mkdir(own, 0700) == 0 ? own : folder);
    }
    return NULL;
}

static void
work_all(struct work *work)
{
    pthread_t threads[LIMIT_JOBS];
    int n = 0;
    while (n + 1 < work->n_workers && n < LIMIT_JOBS
           && pthread_create(&threads[n], NULL, work_on, work) == 0)
    {
        n++;
    }
    work_on(work);
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
    }
    if (work->shows_progress) {
        fputs("\r\033[K", stderr);
    }
}

/* A file of the environment that cannot be imported. */
static void
add_broken(struct run *run, const struct proofs *proofs, const char *module,
           const struct error *err)
{
    *module_reports_add(&run->modules) = (struct module_report){
        .module = module,
        .python = proofs->prover.launcher.python.version,
        .verdict = VERDICT_BROKEN,
        .reason = arena_string(run->arena, err->message),
    };
}

/* Put the answers together, in the order of the modules.  Returns how many words
 * could not be proved. */
static size_t
merge(struct work *work)
{
    struct proofs *proofs = work->proofs;
    struct run *run = proofs->run;
    size_t n_unable = 0;
    for (size_t i = 0; i < proofs->modules.n_items; i++) {
        const struct answer *answer = &work->answers[i];
        for (size_t k = 0; k < answer->findings.n_items; k++) {
            ARENA_GROW(run->arena, run->findings.items, run->findings.n_items,
                       run->findings.capacity);
            run->findings.items[run->findings.n_items++] = answer->findings.items[k];
        }
        if (answer->report.n_items > 0) {
            *module_reports_add(&run->modules) = answer->report.items[0];
        }
        else if (answer->error != NULL && interrupt_signal() == 0) {
            if (proofs->is_environment) {
                add_broken(run, proofs, proofs->modules.items[i], answer->error);
                continue;
            }
            (void)run_fail(run, answer->error);
            n_unable++;
        }
    }
    return n_unable;
}

/* What an application does with modules of each verdict. */
static const struct {
    enum verdict verdict;
    const char *advice;
} advices[] = {
    {VERDICT_ISOLATED, "safe in several interpreters; safe with a per-interpreter GIL "
                       "if `supports` is own-gil"},
    {VERDICT_REFUSES, "safe in one interpreter only; an import in a second one raises "
                      "ImportError (see the reason)"},
    {VERDICT_NOT_ISOLATED, "safe in one interpreter only; CPython does not prevent an "
                           "import in a second one (the reason says what happens)"},
    {VERDICT_UNPROVED, "no verdict (see the reason): prove the dependency that it "
                       "names first, or pass --time-limit or --exercise"},
    {VERDICT_BROKEN,
     "fails even in the control run, usually because a dependency is missing"},
};

static void
say_advice(const struct proofs *proofs)
{
    struct run *run = proofs->run;
    for (size_t k = 0; k < ARRAY_LENGTH(advices); k++) {
        size_t n = 0;
        for (size_t i = 0; i < run->modules.n_items; i++) {
            n += run->modules.items[i].verdict == advices[k].verdict;
        }
        if (n > 0) {
            run_say(run, "%zu %s %s: %s", n, n == 1 ? "module" : "modules",
                    verdict_name(advices[k].verdict), advices[k].advice);
        }
    }
    if (run->modules.n_items > 0) {
        run_say(
            run,
            "for all details of one module, run: insulate prove -v --python %s MODULE",
            proofs->prover.launcher.python.executable);
    }
}

static int
report(struct proofs *proofs, size_t n_unable)
{
    struct run *run = proofs->run;
    bool is_whole = n_unable == 0;
    if (interrupt_signal() != 0) {
        run_say(run, "interrupted after %zu of %zu modules", run->modules.n_items,
                proofs->modules.n_items);
        is_whole = false;
    }
    if (run->modules.n_items == 0 && !is_whole) {
        return EXIT_UNABLE;
    }
    int code = run_report(run, false);
    if (proofs->is_environment) {
        say_advice(proofs);
    }
    return is_whole ? code : EXIT_UNABLE;
}

/* What cannot be prevented here is said, whatever the verdict. */
static void
say_confinement(struct run *run, enum call_filter_state confinement)
{
    if (confinement == CALL_FILTER_LIMITED) {
        run_say(run, "warning: this system does not report system calls (seccomp): "
                     "processes are limited by RLIMIT_NPROC only, and calls that bypass "
                     "the C library are not seen");
    }
    else if (confinement == CALL_FILTER_ABSENT) {
        run_say(run, "warning: this system does not report system calls (seccomp), and "
                     "RLIMIT_NPROC does not hold for root: a module that starts "
                     "processes without end is not stopped, and calls that bypass the C "
                     "library are not seen");
    }
}

/* Program and probe are built for one C library, which is that of the Python. */
static void
say_c_library(const struct run *run)
{
#ifdef __GLIBC__
    (void)run;
#else
    run_warn(run, "warning: this C library has no unwind tables: crashes inside it, and "
                  "memory that it takes from libraries, may not be attributed to the "
                  "module, so 'isolated' means less than with glibc");
#endif
}

int
proofs_run(struct proofs *proofs)
{
    struct run *run = proofs->run;
    size_t n = proofs->modules.n_items;
    /* The tests of all modules share the caller's folder. */
    bool is_serial = proofs->prover.launcher.tests != NULL || n < 2;
    struct work work = {
        .proofs = proofs,
        .answers = ARENA_ARRAY(run->arena, struct answer, n),
        .n_workers = is_serial                    ? 1
                     : (size_t)proofs->n_jobs < n ? proofs->n_jobs
                                                  : (int)n,
        .shows_progress = !run->common->quiet && isatty(STDERR_FILENO),
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    for (size_t i = 0; i < n; i++) {
        findings_init(&work.answers[i].findings, run->arena);
        module_reports_init(&work.answers[i].report, run->arena);
    }
    enum call_filter_state confinement = (enum call_filter_state)0;
    proofs->prover.launcher.confinement = &confinement;
    launcher_open_fork_server(&proofs->prover.launcher);
    work_all(&work);
    launcher_close_fork_server(&proofs->prover.launcher);
    /* Now: whoever reads the report may end this process by reading no further. */
    scratch_remove(proofs->prover.launcher.folder);
    proofs->prover.launcher.folder = NULL;
    say_confinement(run, confinement);
    say_c_library(run);
    return report(proofs, merge(&work));
}
