/* insulate lsp: the findings of check in an editor. */
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "commands/checking.h"
#include "commands/command_table.h"
#include "commands/quotation.h"
#include "lsp/server.h"

struct lsp_options {
    struct check_options check;
    bool is_stdio;
};

#define CHECK_OPTION(field) OPTION(struct lsp_options, check.field)

const struct option lsp_options[] = {
    {"database", 'p', OPTION_WORD, CHECK_OPTION(database), "DIR",
     "directory of the compile_commands.json to use"},
    {"python", 0, OPTION_WORD, CHECK_OPTION(python), "EXE",
     "Python whose headers are used if there is no compilation database (default: "
     "python3)"},
    {"libclang", 0, OPTION_WORD, CHECK_OPTION(libclang), "PATH",
     "libclang library to load"},
    {"exclude", 0, OPTION_WORDS, CHECK_OPTION(exclude), "GLOB",
     "leave out files and directories that GLOB means, as code of other projects "
     "(repeatable)"},
    {"max-time", 0, OPTION_SECONDS, CHECK_OPTION(limits.max_time), "S",
     "CPU time limit of one analysis, in seconds (default: 60)"},
    {"max-memory", 0, OPTION_NUMBER, CHECK_OPTION(limits.max_memory), "MIB",
     "memory limit of the analysis, in MiB"},
    {"python-floor", 0, OPTION_WORD, CHECK_OPTION(floor), "X.Y",
     "oldest supported CPython; report APIs that are newer than this version"},
    {"abi3", 0, OPTION_WORD, CHECK_OPTION(abi3), "X.Y",
     "report APIs that are not in the limited API of X.Y"},
    {"configurations", 0, OPTION_WORD, CHECK_OPTION(configurations), "one|all",
     "also analyse inactive #if branches: one (no), all (yes; default)"},
    {"claim", 0, OPTION_WORD, CHECK_OPTION(claim), "gil-not-used",
     "report data races as if every module declared Py_MOD_GIL_NOT_USED"},
    {"stdio", 0, OPTION_FLAG, OPTION(struct lsp_options, is_stdio), NULL,
     "speak over stdin and stdout (always; for clients that say so)"},
    {0},
};

/* The configurations that a document was read in last: the next text of it will
 * probably ask for the same. */
struct expectation {
    struct arena *arena; /* owned; all that is here; NULL: nothing */
    const char *path;
    struct configuration *configurations;
    size_t n_configurations;
};

/* The words of `check` for each document: those of this program, behind a path. */
struct serving {
    int argc;
    char **argv; /* [0] is the path */
    struct expectation expected;
};

/* Words that are those of `check`: a path, and ARGV without --stdio. */
static struct serving
serving_of(struct arena *arena, int argc, char **argv)
{
    struct serving serving = {.argc = 1};
    serving.argv = ARENA_ARRAY(arena, char *, (size_t)argc + 1);
    bool is_option = true;
    for (int i = 0; i < argc; i++) {
        is_option = is_option && strcmp(argv[i], "--") != 0;
        if (!is_option || strcmp(argv[i], "--stdio") != 0) {
            serving.argv[serving.argc++] = argv[i];
        }
    }
    return serving;
}

/* Where the current folder ends, PATH goes on; never like an option. */
static char *
operand_of(struct arena *arena, const char *path)
{
    const char *rest = path_below(path, path_real(arena, "."));
    return rest[0] == '-' ? path_join(arena, "./", rest) : arena_string(arena, rest);
}

static void
expect(struct checking *checking, const struct expectation *expected, const char *path)
{
    if (string_equal(expected->path, path)) {
        checking->expected = expected->configurations;
        checking->n_expected = expected->n_configurations;
    }
}

static const char *
copy_or_null(struct arena *arena, const char *text)
{
    return text != NULL ? arena_string(arena, text) : NULL;
}

static struct configuration
configuration_copy(struct arena *arena, const struct configuration *configuration)
{
    struct macro_setting *settings =
        ARENA_ARRAY(arena, struct macro_setting, configuration->n_settings);
    for (size_t i = 0; i < configuration->n_settings; i++) {
        const struct macro_setting *setting = &configuration->settings[i];
        settings[i].name = arena_string(arena, setting->name);
        settings[i].value = copy_or_null(arena, setting->value);
    }
    struct configuration copy = *configuration;
    copy.label = arena_string(arena, configuration->label);
    copy.headers = copy_or_null(arena, configuration->headers);
    copy.settings = settings;
    return copy;
}

/* PATH was read in the configurations of TOUR (NULL: in one). */
static void
remember(struct expectation *expected, const char *path, const struct tour *tour)
{
    size_t n = tour != NULL ? tour->n_sources : 0;
    arena_free(expected->arena);
    struct arena *arena = arena_new();
    *expected = (struct expectation){
        .arena = arena,
        .path = arena_string(arena, path),
        .configurations = ARENA_ARRAY(arena, struct configuration, n),
    };
    for (size_t i = 1; i < n; i++) {
        expected->configurations[expected->n_configurations++] =
            configuration_copy(arena, tour->configurations[i]);
    }
}

/* `insulate check PATH` with the texts of JOB. */
static int
check_document(struct run *run, struct check_options *options,
               struct expectation *expected, struct analysis_job *job,
               struct error *err)
{
    CLEANUP(checking_end) struct checking checking;
    struct findings wanted;
    struct source *source;
    if (checking_begin(&checking, run, options, err) != 0) {
        return -1;
    }
    checking.is_again = true; /* nobody is told more than the findings */
    expect(&checking, expected, job->path);
    run_limit(run, &options->limits);
    if (checking_read(&checking, job->texts, job->n_texts, &source, &run->findings, err)
        != 0)
    {
        return -1;
    }
    findings_quote(&run->findings, source);
    if (run_wanted(run, &run->findings, &wanted, err) != 0) {
        return -1;
    }
    findings_fold_macros(&wanted);
    analysis_tell(job, &wanted, source);
    checking_end(&checking); /* what was expected in vain */
    remember(expected, job->path, checking.tour);
    return 0;
}

static int
analyse(void *data, struct analysis_job *job, struct error *err)
{
    struct serving *serving = data;
    if (chdir(job->folder) != 0) {
        return error_set_errno(err, "cannot read %s", job->folder);
    }
    char **argv = ARENA_ARRAY(job->arena, char *, (size_t)serving->argc);
    memcpy(argv, serving->argv, (size_t)serving->argc * sizeof *argv);
    argv[0] = operand_of(job->arena, job->path);
    struct check_options options = CHECK_OPTIONS_INIT;
    struct run run;
    int code = run_prepare(&run, command_find("check"), serving->argc, argv,
                           &options.common, err);
    if (code == 0) {
        code = check_document(&run, &options, &serving->expected, job, err);
    }
    run_end(&run, 0);
    return code;
}

/* What is wrong with the words of the program itself: the editor is told once. */
static int
check_words(struct run *run, const struct check_options *options, struct error *err)
{
    CLEANUP(checking_end) struct checking ignored = {.run = run};
    if (run->operands.n_items != 0) {
        return error_set(err, ERROR_USAGE, "unexpected argument '%s': editors name the files",
                         run->operands.items[0]);
    }
    return checking_begin(&ignored, run, options, err);
}

int
cmd_lsp(const struct command *self, int argc, char **argv)
{
    struct lsp_options options = {.check = CHECK_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.check.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        struct serving serving = serving_of(run.arena, argc, argv);
        code = check_words(&run, &options.check, &err) == 0
                   ? lsp_serve(STDIN_FILENO, STDOUT_FILENO, analyse, &serving)
                   : run_fail(&run, &err);
        arena_free(serving.expected.arena);
    }
    return run_end(&run, code);
}
