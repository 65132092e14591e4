/* insulate check [PATH...]: what in the sources is not isolated. */
#include "checks/check.h"
#include "commands/command.h"
#include "csource/reader.h"

struct check_options {
    struct common_options common;
    const char *database, *python, *libclang;
    int jobs;
};

const struct option check_options[] = {
    {"database", 'p', OPTION_WORD, OPTION(struct check_options, database), "DIR",
     "folder of the compile_commands.json to use"},
    {"python", 0, OPTION_WORD, OPTION(struct check_options, python), "EXE",
     "the Python whose headers are used without one (python3)"},
    {"libclang", 0, OPTION_WORD, OPTION(struct check_options, libclang), "PATH",
     "the libclang to load"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct check_options, jobs), "N",
     "files parsed at the same time (one a core)"},
    {0},
};

static void
say_what_was_read(const struct run *run, const struct source *source)
{
    size_t n_units = 0;
    for (size_t i = 0; i < source->n_files; i++) {
        n_units += source->files[i]->is_main;
    }
    if (n_units == 0) {
        run_say(run, "there is no C or C++ file to read");
    }
    if (source->n_unlisted != 0) {
        run_say(run,
                "%zu file%s not read, as the compilation database does not list %s "
                "(%s%s); name a file to have it read",
                source->n_unlisted, source->n_unlisted == 1 ? "" : "s",
                source->n_unlisted == 1 ? "it" : "them", source->unlisted[0],
                source->n_unlisted == 1 ? "" : " …");
    }
    run_say_more(run, "%zu file%s read", n_units, n_units == 1 ? "" : "s");
}

static int
run_check(struct run *run, const struct check_options *options)
{
    static const char *const current_folder[] = {"."};
    bool is_named = run->operands.n_items != 0;
    struct source_request request = {
        .paths = is_named ? run->operands.items : current_folder,
        .n_paths = is_named ? run->operands.n_items : 1,
        .database = options->database,
        .python = options->python,
        .libclang = options->libclang,
        .arguments = run->after.items,
        .n_arguments = run->after.n_items,
        .jobs = (unsigned)options->jobs,
    };
    struct error err = ERROR_INIT;
    struct source *source;
    if (source_read(run->arena, &request, &source, &err) != 0) {
        return run_fail(run, &err);
    }
    say_what_was_read(run, source);
    checks_run(run->arena, source, &run->findings);
    return run_report(run, false);
}

int
cmd_check(const struct command *self, int argc, char **argv)
{
    struct check_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        code = run_check(&run, &options);
    }
    return run_end(&run, code);
}
