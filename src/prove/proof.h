/* The proof of one module while it is made: what was asked, what was seen, and the
 * findings so far.  The findings of several scenarios about one thing become one
 * finding with evidence from each. */
#ifndef INSULATE_PROVE_PROOF_H
#define INSULATE_PROVE_PROOF_H

#include "model/binary.h"
#include "model/finding.h"
#include "model/verdict.h"
#include "prove/scenario.h"
#include "prove/probe_log.h"
#include "prove/launcher.h"

/* Says what stands at an address of a file. */
struct symbolizer {
    void (*place)(void *data, const char *path, uint64_t offset,
                  struct binary_place *out_place);
    void *data;
};

/* What a finding is about: the same subject is one finding. */
struct proof_subject {
    size_t finding; /* index in findings */
    const char *key;
};

struct proof {
    struct arena *arena;
    const struct launcher *launcher;
    const struct symbolizer *symbolizer;
    struct findings *findings;
    size_t first_finding; /* index of this module's first */
    struct module_report *report;
    const char *module;
    const char *path;
    const char *gil;              /* that the sub-interpreters of most scenarios get */
    bool shares_gil[N_SCENARIOS]; /* all the same one GIL in these: this Python cannot
                                     do them otherwise */
    const char *imports;      /* standard modules that the import brought, by comma */
    const char *dependencies; /* extensions of other packages that it brought, by comma;
                                 NULL: none */
    const char *home;       /* the library that has the module's definition, or NULL */
    const char *skip;       /* steps of the exercise left out, by newline */
    bool is_single_process; /* refuses every second module object: what it keeps for
                               the process cannot be shared */
    bool is_blamed[N_SCENARIOS]; /* skipped: a dependency refused, failed or crashed */
    struct probe_log logs[N_SCENARIOS];
    struct probe_log tests_in_main; /* the control run of the tests */
    struct scenario_result results[N_SCENARIOS];
    struct proof_subject *subjects;
    size_t n_subjects, subjects_capacity;
};

/* One `prove` command: what holds for all modules of it. */
struct prover {
    struct arena *arena;
    struct launcher launcher;
    struct symbolizer symbolizer;
    enum support claim;       /* SUPPORT_UNKNOWN: what the module declares */
    bool wanted[N_SCENARIOS]; /* asked for with --scenario, or all */
    bool all_wanted;
    struct control *controls; /* runs without the module, done so far */
    size_t n_controls, controls_capacity;
};

/* The finding of RULE about KEY: a known one, or a new one with the formatted
 * message.  Borrowed until the next call. */
struct finding *proof_find(struct proof *proof, const char *rule, const char *key,
                           enum scenario scenario, const char *format, ...)
    PRINTF_LIKE(5, 6);

/* The finding about KEY whatever its rule, or NULL. */
struct finding *proof_known(struct proof *proof, const char *key);

/* The first finding of RULE, or NULL. */
struct finding *proof_first(struct proof *proof, const char *rule);

/* Let KEY mean what FINDING is about, too. */
void proof_alias(struct proof *proof, const struct finding *finding, const char *key);

/* Put path, line, symbol and place of an address into a finding. */
void proof_set_place(struct proof *proof, struct finding *finding, const char *path,
                     uint64_t offset);

/* What was found of the module as a whole lies at its entry point, as in `scan`. */
void proof_place_rest(struct proof *proof);

/* "function (file.c:12)" for evidence. */
const char *proof_place_text(struct proof *proof, const char *path, uint64_t offset);

/* The symbol of the function, or NULL. */
const char *proof_symbol(struct proof *proof, const char *path, uint64_t offset);

/* How many findings of this module are errors. */
size_t proof_errors(const struct proof *proof);

/* Let the scenario fail because of a finding. */
void proof_fail(struct proof *proof, enum scenario scenario,
                const struct finding *finding);

bool proof_outcome_is(const struct proof *proof, enum scenario scenario,
                      enum outcome outcome);

/* Set the outcome of a scenario and the reason for it. */
void proof_set_outcome(struct proof *proof, enum scenario scenario,
                       enum outcome outcome, const char *format, ...) PRINTF_LIKE(4, 5);

/* What to ask the probe for a scenario. */
struct launch_request proof_request(const struct proof *proof, enum scenario scenario);

/* The dependency that an import refused or failed over; NULL: the module itself. */
const char *proof_culprit(const struct proof *proof, const struct probe_record *record);

/* A dependency keeps the scenario from showing anything of the module. */
void proof_blame(struct proof *proof, enum scenario scenario, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* A message of several lines as one, cut where it is long. */
const char *proof_one_line(struct proof *proof, const char *text);

/* Add to each finding of the module the command that shows it again. */
void proof_add_commands(struct proof *proof);

/* Reading log: each turns the records of one kind into findings. */
void read_sharing(struct proof *proof, enum scenario scenario);
void read_globals(struct proof *proof, const struct probe_log *writes);
/* The offsets to watch, comma-separated; NULL if no word needs it. */
const char *globals_to_watch(struct proof *proof);
void read_leaks(struct proof *proof);
void read_modules(struct proof *proof);
void read_capsules(struct proof *proof);
void read_types(struct proof *proof);
void read_forked_checks(struct proof *proof, enum scenario scenario);
void read_failing_exec(struct proof *proof);
/* Calls that break the rules for results and exceptions: those of the first use, or those
 * of types that have to be refused. */
void read_unclean_calls(struct proof *proof, enum scenario scenario);
/* Whether such a call ended the process, as it does in a debug build. */
bool read_unclean_end(struct proof *proof, const struct probe_log *log);
/* Whether the interpreter ended the process because a call of the module broke another
 * rule that it checks, most of them in a debug build.  One finding for each KEY. */
bool read_broken_rule(struct proof *proof, const struct probe_log *log, const char *key);
/* Changes of the process that the import and the first use made. */
void read_process_state(struct proof *proof);
/* Forks, signals to others and output of the module. */
void read_effects(struct proof *proof, enum scenario scenario);

/* The same, as the kernel tells it, and what was forged. */
void read_system_calls(struct proof *proof, enum scenario scenario);

/* Compare the package's tests in the main interpreter with those in another one. */
void read_tests(struct proof *proof, const struct probe_log *in_main,
                const struct probe_log *in_other);

/* How the process of a scenario ended. */
enum termination {
    TERMINATION_NORMAL,
    TERMINATION_CRASH,
    TERMINATION_EXIT,
    TERMINATION_TIMEOUT,
    TERMINATION_TROUBLE
};
enum termination termination_of(const struct probe_log *log);
/* Did the module's own code crash, or a function of the C library that it called? */
bool termination_is_in_module(const struct probe_log *log);
/* The frame of a crash in the module, or NULL where there is none or another extension
 * was called from there; and the last one of the interpreter above it, or NULL. */
const struct probe_record *termination_own_frame(const struct proof *proof,
                                                 const struct probe_log *log,
                                                 const struct probe_record **out_core);
/* Was the call that ended the process seen? */
bool termination_has_caller(const struct probe_log *log);
/* "crashes with SIGSEGV in the phase import, calling spam()" */
const char *termination_text(struct arena *arena, const struct probe_log *log);
/* Make the finding for a crash, hang or exit that is the module's doing. */
struct finding *read_termination(struct proof *proof, enum scenario scenario);

#endif
