/* What all subcommands share.
 *
 * To add a command: write src/commands/<name>.c with its option table and
 * `cmd_<name>`, declare it below, add a line to the table in command_table.c, describe it
 * in docs/commands.md (a test compares that with --help). */
#ifndef INSULATE_COMMANDS_COMMAND_H
#define INSULATE_COMMANDS_COMMAND_H

#include "commands/file_ignores.h"
#include "commands/option.h"
#include "model/finding.h"
#include "model/left_out.h"
#include "model/verdict.h"
#include "report/kept_answer.h"

enum exit_code {
    EXIT_CLEAN = 0,    /* nothing found, all converted or proved */
    EXIT_FOUND = 1,    /* findings, work left by hand, not isolated */
    EXIT_UNABLE = 2,   /* bad usage, unreadable input, missing tool */
    EXIT_OUR_BUG = 3,
};

/* Which of the options that commands share a command has; all have the general ones. */
enum takes {
    TAKES_OUTPUT = 1 << 0,   /* --output */
    TAKES_FORMAT = 1 << 1,   /* --format */
    TAKES_RULES = 1 << 2,    /* --select, --ignore */
    TAKES_FINDINGS = 1 << 3, /* --baseline, --exit-zero … */
    TAKES_SOURCES = 1 << 4,  /* --frames */
};

struct command {
    const char *name;
    int (*run)(const struct command *self, int argc, char **argv);
    const struct option *options;
    const char *operands; /* "[PATH...]" for --help */
    const char *summary;  /* one line; NULL: hidden */
    unsigned takes;       /* the common options that mean something: enum takes */
    bool has_arguments;   /* words behind "--" are the compiler's, not operands */
};

/* The options every command takes; the first member of its options struct. */
struct common_options {
    const char *format; /* "text" or "json" */
    const char *output; /* NULL: stdout */
    struct words reports; /* "FORMAT=FILE": the same answer once more */
    struct words select, ignore;
    struct words file_ignores; /* "PATTERN:RULE" */
    const char *config;
    const char *baseline;
    const char *color;  /* "auto", "always", "never" */
    const char *frames; /* the same words */
    bool update_baseline, statistics, quiet, verbose, exit_zero, help, version;
    bool show_settings;
};

#define COMMON_OPTIONS_INIT {.format = "text", .color = "auto", .frames = "auto"}

/* What a run that reads sources may use; on the command line only: a project does not
 * set its own. */
struct limits {
    double max_time; /* seconds of processor time for one file; 0: the default */
    int max_memory;  /* MiB for the run; 0: the default */
};

/* Everything between argv and the answer.  A command's frame:
 *
 *     struct run run;
 *     int code = run_begin(&run, self, argc, argv, &options.common);
 *     if (code < 0) {
 *         … fill run.findings and run.modules; on a failure that ends the
 *         command: code = run_fail(&run, &err);
 *         else code = run_report(&run, failed);
 *     }
 *     return run_end(&run, code);
 */
struct run {
    const struct command *command;
    struct arena *arena; /* all that the run makes */
    const struct common_options *common;
    struct transcript *transcript; /* of what is printed; NULL: nobody wants it */
    struct words operands; /* words that are no options */
    struct words after;    /* words behind "--", of a command that has_arguments */
    const char *folder;    /* where the program runs, absolute */
    struct setting_origins origins;
    struct file_ignores file_ignores;
    struct findings findings;
    struct module_reports modules;
    struct left_out_list left_out; /* of other projects; paths as they are shown */
    const char *diff; /* convert: goes into the JSON answer; NULL: none */
    const struct conversion_plan *plan; /* convert --plan: is the JSON answer; else NULL */
    const char *document; /* convert: the answer in text, so that the findings go
                             to stderr; NULL: the findings are the answer */
    const char
        *summary;  /* what was done, for the summary line; NULL: the verdicts say it */
    const char *clean; /* its other half without findings; NULL: "no findings" */
    bool as_table; /* the modules are one table, in text */
    bool has_changes; /* check --diff: there is something to apply */
    enum verdict_use verdict_use; /* which verdicts fail this run */
};

/* Parse the words; COMMON is the first member of the command's options struct.
 * Returns -1 to go on, or the exit code (--help, --version, bad usage). */
int run_begin(struct run *run, const struct command *command, int argc, char **argv,
              struct common_options *common);
/* The same for one of many runs of a program that goes on after it: nothing is printed, and
 * --help and --version mean nothing.  RUN is to be ended with run_end in any case. */
MUST_CHECK int run_prepare(struct run *run, const struct command *command, int argc,
                           char **argv, struct common_options *common, struct error *err);
/* Print ERR on stderr.  Returns EXIT_UNABLE. */
int run_fail(const struct run *run, const struct error *err);
/* Drop findings not selected, sort, print the answer in the format asked for
 * and a summary on stderr.  FAILED: something else than a finding keeps the
 * run from being clean (a verdict).  Returns the exit code. */
int run_report(struct run *run, bool failed);
/* Those of FINDINGS, sorted, that are selected and not in the baseline. */
MUST_CHECK int run_wanted(const struct run *run, const struct findings *findings,
                          struct findings *out, struct error *err);
/* End the run with EXIT_UNABLE when it uses more than LIMITS, until run_unlimit. */
void run_limit(struct run *run, const struct limits *limits);
void run_unlimit(void);
/* Free the run.  Returns CODE. */
int run_end(struct run *run, int code);
/* A line on stderr, also with -q: something that was asked for is not done. */
void run_warn(const struct run *run, const char *format, ...) PRINTF_LIKE(2, 3);
/* A line on stderr, "insulate: …"; not with -q. */
void run_say(const struct run *run, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same, only with -v. */
void run_say_more(const struct run *run, const char *format, ...) PRINTF_LIKE(2, 3);
/* Write TEXT where the answer goes: --output or stdout. */
MUST_CHECK int run_answer(const struct run *run, const char *text, size_t size,
                          struct error *err);

int cmd_check(const struct command *self, int argc, char **argv);
int cmd_compare(const struct command *self, int argc, char **argv);
int cmd_completion(const struct command *self, int argc, char **argv);
int cmd_convert(const struct command *self, int argc, char **argv);
int cmd_doctor(const struct command *self, int argc, char **argv);
int cmd_lsp(const struct command *self, int argc, char **argv);
int cmd_man(const struct command *self, int argc, char **argv);
int cmd_scan(const struct command *self, int argc, char **argv);
int cmd_prove(const struct command *self, int argc, char **argv);
int cmd_record(const struct command *self, int argc, char **argv);
int cmd_rule(const struct command *self, int argc, char **argv);
int cmd_inspect(const struct command *self, int argc, char **argv);

extern const struct option check_options[];
extern const struct option compare_options[];
extern const struct option completion_options[];
extern const struct option convert_options[];
extern const struct option doctor_options[];
extern const struct option lsp_options[];
extern const struct option man_options[];
extern const struct option scan_options[];
extern const struct option prove_options[];
extern const struct option record_options[];
extern const struct option rule_options[];
extern const struct option inspect_options[];

#endif
