/* insulate prove MODULE...: run each module where isolation shows, and judge. */
#include "commands/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "binary/image.h"
#include "prove/judge.h"
#include "prove/limits.h"

struct prove_options {
    struct common_options common;
    const char *python;
    struct words paths;
    const char *exercise;
    const char *tests;
    struct words scenarios;
    const char *claim;
    double time_limit;
    int jobs;
};

const struct option prove_options[] = {
    {"python", 0, OPTION_WORD, OPTION(struct prove_options, python), "EXE",
     "the Python that runs the modules (python3 on PATH)"},
    {"path", 0, OPTION_WORDS, OPTION(struct prove_options, paths), "DIR",
     "put DIR first on sys.path (may repeat)"},
    {"exercise", 0, OPTION_WORD, OPTION(struct prove_options, exercise), "FILE.py",
     "a file with exercise(module), called in every scenario"},
    {"tests", 0, OPTION_WORD, OPTION(struct prove_options, tests), "ARGS",
     "arguments of pytest: the package's own tests"},
    {"scenario", 0, OPTION_WORDS, OPTION(struct prove_options, scenarios), "NAME",
     "run only this scenario (may repeat)"},
    {"claim", 0, OPTION_WORD, OPTION(struct prove_options, claim),
     "own-gil|shared-gil|once", "what must hold (what the module declares)"},
    {"time-limit", 0, OPTION_SECONDS, OPTION(struct prove_options, time_limit), "S",
     "seconds that one scenario may take (12 and 40 times the import)"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct prove_options, jobs), "N",
     "scenarios that run at once (number of processors)"},
    {0},
};

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

/* --- options --- */

/* PYTHONPATH: the folders of --path, then the caller's, all absolute, since scenarios
 * run in a folder of their own. */
static int
python_path(struct arena *arena, const struct prove_options *options, char **out_path,
            struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf path = STRBUF_INIT;
    for (size_t i = 0; i < options->paths.n_items; i++) {
        const char *folder = options->paths.items[i];
        if (!file_exists(folder)) {
            return error_set(err, ERROR_IO, "there is no folder %s", folder);
        }
        folder = path_real(arena, folder);
        if (strchr(folder, ':') != NULL) {
            return error_set(err, ERROR_UNSUPPORTED,
                             "--path %s: a colon cannot stand in sys.path's variable",
                             folder);
        }
        strbuf_format(&path, "%s%s", path.size > 0 ? ":" : "", folder);
    }
    const char *callers = getenv("PYTHONPATH");
    while (callers != NULL && *callers != '\0') {
        size_t size = strcspn(callers, ":");
        if (size > 0) {
            strbuf_format(&path, "%s%s", path.size > 0 ? ":" : "",
                          path_real(arena, arena_copy(arena, callers, size)));
        }
        callers += size + (callers[size] == ':');
    }
    *out_path = arena_string(arena, path.text);
    return 0;
}

static int
choose_scenarios(const struct prove_options *options, struct prover *prover,
                 struct error *err)
{
    prover->all_wanted = options->scenarios.n_items == 0;
    for (size_t i = 0; i < N_SCENARIOS; i++) {
        prover->wanted[i] = prover->all_wanted;
    }
    for (size_t i = 0; i < options->scenarios.n_items; i++) {
        enum scenario scenario = scenario_of(options->scenarios.items[i]);
        if (scenario == N_SCENARIOS) {
            return error_set(err, ERROR_USAGE, "there is no scenario '%s'",
                             options->scenarios.items[i]);
        }
        prover->wanted[scenario] = true;
    }
    return 0;
}

/* Words as a shell splits them, with quotes and backslashes, one per line. */
static char *
split_arguments(struct arena *arena, const char *arguments)
{
    CLEANUP(strbuf_done) struct strbuf lines = STRBUF_INIT;
    char quote = '\0';
    bool in_word = false;
    for (const char *at = arguments; *at != '\0'; at++) {
        bool is_blank = quote == '\0' && (*at == ' ' || *at == '\t' || *at == '\n');
        if (is_blank) {
            in_word = false;
            continue;
        }
        if (!in_word && lines.size > 0) {
            strbuf_add_char(&lines, '\n');
        }
        in_word = true;
        if (*at == quote) {
            quote = '\0';
        }
        else if (quote == '\0' && (*at == '\'' || *at == '"')) {
            quote = *at;
        }
        else if (*at == '\\' && quote != '\'' && at[1] != '\0') {
            strbuf_add_char(&lines, *++at);
        }
        else {
            strbuf_add_char(&lines, *at);
        }
    }
    return arena_string(arena, lines.text);
}

static enum support
claim_of(const char *word)
{
    if (word == NULL) {
        return SUPPORT_UNKNOWN;
    }
    return strcmp(word, "own-gil") == 0      ? SUPPORT_OWN_GIL
           : strcmp(word, "shared-gil") == 0 ? SUPPORT_SHARED_GIL
                                             : SUPPORT_ONCE;
}

static int
n_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > LIMIT_JOBS ? LIMIT_JOBS : (int)n;
}

static int
set_up(struct run *run, const struct prove_options *options, struct prover *prover,
       struct error *err)
{
    struct arena *arena = run->arena;
    struct witness *witness = &prover->witness;
    char *path = NULL;
    if (run->operands.n_items == 0) {
        return error_set(err, ERROR_USAGE, "needs the name of a module");
    }
    prover->arena = arena;
    prover->claim = claim_of(options->claim);
    if (choose_scenarios(options, prover, err) != 0
        || python_path(arena, options, &path, err) != 0)
    {
        return -1;
    }
    if (options->exercise != NULL && !file_exists(options->exercise)) {
        return error_set(err, ERROR_IO, "there is no file %s", options->exercise);
    }
    *witness = (struct witness){
        .arena = arena,
        .probe = witness_find_probe(arena, err),
        .python_path = path,
        .exercise =
            options->exercise != NULL ? path_real(arena, options->exercise) : NULL,
        .tests = options->tests != NULL ? split_arguments(arena, options->tests) : NULL,
        .time_limit = options->time_limit,
        .n_jobs = options->jobs > 0 ? options->jobs : n_processors(),
    };
    if (witness->probe == NULL
        || subject_ask(arena, options->python != NULL ? options->python : "python3",
                       path, &witness->subject, err)
               != 0)
    {
        return -1;
    }
    witness->folder = folder_make(arena, err);
    return witness->folder != NULL ? 0 : -1;
}

/* --- the run --- */

static void
show_progress(const struct run *run, const char *module, size_t number)
{
    if (!run->common->quiet && isatty(STDERR_FILENO)) {
        fprintf(stderr, "insulate prove: %s (%zu of %zu)\n", module, number,
                run->operands.n_items);
    }
}

static int
prove_all(struct run *run, struct prover *prover)
{
    bool failed = false;
    bool unable = false;
    for (size_t i = 0; i < run->operands.n_items; i++) {
        struct error err = ERROR_INIT;
        struct module_report report = {0};
        const char *module = run->operands.items[i];
        show_progress(run, module, i + 1);
        if (prove_module(prover, module, &run->findings, &report, &err) != 0) {
            (void)run_fail(run, &err);
            unable = true;
            continue;
        }
        *module_reports_add(&run->modules) = report;
        failed = failed || report.verdict != VERDICT_ISOLATED;
    }
    if (run->modules.n_items == 0) {
        return EXIT_UNABLE;
    }
    int code = run_report(run, failed);
    return unable ? EXIT_UNABLE : code;
}

int
cmd_prove(const struct command *self, int argc, char **argv)
{
    struct prove_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        struct images images = {.arena = run.arena};
        struct prover prover = {.namer = {place, &images}};
        code = set_up(&run, &options, &prover, &err) == 0 ? prove_all(&run, &prover)
                                                          : run_fail(&run, &err);
        if (prover.witness.folder != NULL) {
            folder_remove(prover.witness.folder);
        }
        images_done(&images);
    }
    return run_end(&run, code);
}
