/* insulate prove MODULE...: run each module under isolation scenarios. */
#include "commands/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/scratch.h"
#include "base/spelling.h"
#include "base/strbuf.h"
#include "binary/image.h"
#include "binary/module.h"
#include "commands/imports.h"
#include "commands/proofs.h"
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
    int seed;
    int jobs;
    bool all, stdlib;
};

const struct option prove_options[] = {
    {"python", 0, OPTION_WORD, OPTION(struct prove_options, python), "EXE",
     "Python that runs the modules (default: python3 on PATH)"},
    {"path", 0, OPTION_WORDS, OPTION(struct prove_options, paths), "DIR",
     "insert DIR at the front of sys.path (repeatable)"},
    {"exercise", 0, OPTION_WORD, OPTION(struct prove_options, exercise), "FILE.py",
     "file that defines exercise(module), called in every scenario"},
    {"tests", 0, OPTION_WORD, OPTION(struct prove_options, tests), "ARGS",
     "run the package's own tests with these pytest arguments"},
    {"scenario", 0, OPTION_WORDS, OPTION(struct prove_options, scenarios), "NAME",
     "run only this scenario (repeatable)"},
    {"claim", 0, OPTION_WORD, OPTION(struct prove_options, claim),
     "own-gil|shared-gil|once|gil-not-used",
     "what to verify (default: what the module declares)"},
    {"time-limit", 0, OPTION_SECONDS, OPTION(struct prove_options, time_limit), "S",
     "time limit of one scenario, in seconds (default: 12, plus 40 times the import)"},
    {"seed", 0, OPTION_NUMBER, OPTION(struct prove_options, seed), "N",
     "seed of what the scenario threads chooses at random (default: 1)"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct prove_options, jobs), "N",
     "number of parallel scenarios (default: CPU count)"},
    {"all", 0, OPTION_FLAG, OPTION(struct prove_options, all), NULL,
     "prove all extension modules that the Python can import"},
    {"stdlib", 0, OPTION_FLAG, OPTION(struct prove_options, stdlib), NULL,
     "with --all: include the standard library"},
    {0},
};

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
            return error_set(err, ERROR_IO, "no such directory: %s", folder);
        }
        folder = path_real(arena, folder);
        if (strchr(folder, ':') != NULL) {
            return error_set(
                err, ERROR_UNSUPPORTED,
                "--path %s: PYTHONPATH cannot contain a directory with a colon",
                folder);
        }
        strbuf_format(&path, "%s%s", path.size > 0 ? ":" : "", folder);
    }
    imports_add_path(arena, &path);
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
            struct spelling spelling = spelling_of(options->scenarios.items[i]);
            for (int k = 0; k < N_SCENARIOS; k++) {
                spelling_offer(&spelling, scenario_name((enum scenario)k));
            }
            return error_set(err, ERROR_USAGE, "unknown scenario '%s'%s%s%s",
                             spelling.word, spelling.nearest ? " (did you mean '" : "",
                             spelling.nearest ? spelling.nearest : "",
                             spelling.nearest ? "'?)" : "");
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

static bool
is_gil_claim(const char *word)
{
    return word != NULL && strcmp(word, "gil-not-used") == 0;
}

static enum support
claim_of(const char *word)
{
    if (word == NULL || is_gil_claim(word)) {
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

/* --- the modules --- */

/* Is the file at PATH a library for other libraries?  One that cannot be read is none:
 * its import will say what is wrong. */
static bool
is_no_module(struct arena *arena, const char *path)
{
    struct error ignored = ERROR_INIT;
    CLEANUP(image_cleanup) struct image *image = image_open(arena, path, &ignored);
    return image != NULL && !modules_are_there(image);
}

static int
find_modules(struct proofs *proofs, const struct prove_options *options,
             struct error *err)
{
    struct arena *arena = proofs->run->arena;
    const struct launcher *launcher = &proofs->prover.launcher;
    struct imports imports = {0};
    struct import_list list = {0};
    if (imports_ask(arena, launcher->python.executable, launcher->python_path, &imports,
                    err)
        != 0)
    {
        return -1;
    }
    for (size_t i = 0; i < imports.folders.n_items; i++) {
        const char *folder = imports.folders.items[i];
        bool is_wanted = options->stdlib || !imports_has_standard(&imports, folder);
        if (is_wanted && imports_add_folder(arena, &imports, folder, &list, err) != 0) {
            return -1;
        }
    }
    import_list_choose(&list);
    for (size_t i = 0; i < list.n_items; i++) {
        CLEANUP(arena_cleanup) struct arena *own = arena_new();
        const struct import *import = &list.items[i];
        if (is_no_module(own, import->path)) {
            run_say_more(proofs->run, "%s is not an extension module", import->path);
            continue;
        }
        words_add(arena, &proofs->modules, import->name);
    }
    return 0;
}

static int
choose_modules(struct proofs *proofs, const struct prove_options *options,
               struct error *err)
{
    struct run *run = proofs->run;
    if (!options->all) {
        if (options->stdlib) {
            return error_set(err, ERROR_USAGE, "--stdlib requires --all");
        }
        proofs->modules = run->operands;
        return 0;
    }
    if (options->exercise != NULL || options->tests != NULL) {
        return error_set(err, ERROR_USAGE, "--%s cannot be used with --all",
                         options->exercise != NULL ? "exercise" : "tests");
    }
    proofs->is_environment = true;
    run->as_table = true;
    if (find_modules(proofs, options, err) != 0) {
        return -1;
    }
    if (proofs->modules.n_items == 0) {
        run->summary = "no extension module found";
        run->clean = "nothing to prove";
    }
    return 0;
}

/* --- the run --- */

/* Parts that are not empty, with dots between. */
static bool
is_module_name(const char *name)
{
    size_t size = strlen(name);
    return size > 0 && name[0] != '.' && name[size - 1] != '.'
           && strstr(name, "..") == NULL;
}

/* The options and the name with which the module of the file at PATH is imported: its
 * folder, or that above its packages. */
static const char *
words_for_file(struct arena *arena, const char *path)
{
    const char *base = path_base(path);
    const char *folder = path_folder(arena, path_full(arena, path));
    const char *name =
        arena_format(arena, "%.*s", (int)strcspn(base, "."), base);
    while (file_exists(path_join(arena, folder, "__init__.py"))) {
        name = arena_format(arena, "%s.%s", path_base(folder), name);
        folder = path_folder(arena, folder);
    }
    return arena_format(arena, "--path %s %s", folder, name);
}

static int
check_words(const struct run *run, const struct prove_options *options,
            struct error *err)
{
    if (options->all && run->operands.n_items > 0) {
        return error_set(err, ERROR_USAGE, "MODULE cannot be used with --all");
    }
    if (!options->all && run->operands.n_items == 0) {
        return error_set(err, ERROR_USAGE, "expected a MODULE, such as package._ext, or --all");
    }
    for (size_t i = 0; i < run->operands.n_items; i++) {
        const char *name = run->operands.items[i];
        bool is_file = strchr(name, '/') != NULL || string_ends(name, ".so");
        if (is_file && file_exists(name) && !file_is_folder(name)) {
            return error_set(err, ERROR_USAGE,
                             "%s is a file, not the name of a module: use %s", name,
                             words_for_file(run->arena, name));
        }
        if (!is_module_name(name)) {
            return error_set(err, ERROR_USAGE, "'%s' is not a module name", name);
        }
    }
    return 0;
}

static int
set_up(struct proofs *proofs, const struct prove_options *options, struct error *err)
{
    struct arena *arena = proofs->run->arena;
    struct prover *prover = &proofs->prover;
    struct launcher *launcher = &prover->launcher;
    char *path = NULL;
    if (check_words(proofs->run, options, err) != 0) {
        return -1;
    }
    proofs->n_jobs = options->jobs > 0 ? options->jobs : n_processors();
    prover->claim = claim_of(options->claim);
    if (choose_scenarios(options, prover, err) != 0
        || python_path(arena, options, &path, err) != 0)
    {
        return -1;
    }
    if (options->exercise != NULL
        && (!file_exists(options->exercise) || file_is_folder(options->exercise)))
    {
        return error_set(err, ERROR_IO, "no such file: %s", options->exercise);
    }
    *launcher = (struct launcher){
        .arena = arena,
        .probe = launcher_find_probe(arena, err),
        .python_path = path,
        .exercise =
            options->exercise != NULL ? path_real(arena, options->exercise) : NULL,
        .tests = options->tests != NULL ? split_arguments(arena, options->tests) : NULL,
        .time_limit = options->time_limit,
        .claims_gil_unused = is_gil_claim(options->claim),
        .seed = options->seed > 0 ? options->seed : 1,
    };
    if (launcher->probe == NULL
        || python_query(arena, options->python != NULL ? options->python : "python3",
                        path, &launcher->python, err)
               != 0)
    {
        return -1;
    }
    launcher->folder = scratch_make(arena, err);
    return launcher->folder != NULL ? choose_modules(proofs, options, err) : -1;
}

int
cmd_prove(const struct command *self, int argc, char **argv)
{
    struct prove_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        struct proofs proofs = {.run = &run};
        interrupt_catch();
        code = set_up(&proofs, &options, &err) == 0 ? proofs_run(&proofs)
                                                    : run_fail(&run, &err);
        scratch_remove(proofs.prover.launcher.folder);
    }
    return run_end(&run, code);
}
