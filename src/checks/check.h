/* What a rule that reads C sources is given, and adds findings with. */
#ifndef INSULATE_CHECKS_CHECK_H
#define INSULATE_CHECKS_CHECK_H

#include "base/macros.h"
#include "checks/checks.h"
#include "extension/extension.h"
#include "extension/writes.h"

/* What a rule gets. */
struct check {
    struct arena *arena;
    const struct source *source;
    const struct extension *extension;
    struct findings *findings;
    struct check_versions versions;
    struct tour *tour; /* what else was read of the same sources; NULL: nothing */
};

/* Add a finding of RULE about SYMBOL at OFFSET of FILE. */
struct finding *check_add(struct check *check, const char *rule,
                          const struct source_file *file, uint32_t offset,
                          const char *symbol, const char *format, ...)
    PRINTF_LIKE(6, 7);
/* The same, at the name of the variable. */
struct finding *check_add_variable(struct check *check, const char *rule,
                                   const struct variable *variable, const char *format,
                                   ...) PRINTF_LIKE(4, 5);
/* The same, at the name of the function where it is defined. */
struct finding *check_add_function(struct check *check, const char *rule,
                                   const struct function *function, const char *format,
                                   ...) PRINTF_LIKE(4, 5);
/* The same, at the node. */
struct finding *check_add_node(struct check *check, const char *rule,
                               const struct node *node, const char *symbol,
                               const char *format, ...) PRINTF_LIKE(5, 6);
/* FINDING is about state of FILE: where all modules that hold the file refuse a
 * second load, it is no fault but the price of the guard. */
void check_weigh_guard(struct check *check, struct finding *finding,
                       const struct source_file *file);

/* May several threads run FUNCTION at the same time, and does a module that holds it
 * declare that it needs no GIL, or is it asked about that? */
bool check_runs_without_gil(const struct check *check, const struct function *function);
/* The same, also if each of its callers holds a lock. */
bool check_enters_without_gil(const struct check *check, const struct function *function);

/* Add a line of evidence for each function in WRITES. */
void check_add_writers(struct check *check, struct finding *finding,
                       const struct writes *writes);
/* Add a finding of RULE for each slot of SLOTS whose function takes another number of
 * arguments, or gives another kind of result, than CPython's call.  OWNER is what the
 * slots belong to. */
void check_signatures(struct check *check, const char *rule, const struct slots *slots,
                      const char *owner);
/* The same for one function and what it is used as. */
void check_signature(struct check *check, const char *rule,
                     const struct function *function, const struct node *place,
                     const struct slot_kind *kind, const char *owner);
/* Does FINDING tell of a Python object or a type that all interpreters share?  Data without
 * objects is guarded by a GIL that they share, and nothing keeps an object in the interpreter
 * that made it. */
bool finding_shares_objects(const struct finding *finding);
enum shared_state { SHARED_OBJECTS, SHARED_ANYTHING };
/* Add a finding of RULE for each module that declares CLAIM, said in words by PROMISE,
 * where a finding tells of process-wide state, WHICH counts. */
void check_claims(struct check *check, enum interpreters_claim claim, const char *rule,
                  const char *promise, enum shared_state which);
/* Have each traverse function checked, of heap types (once) and of modules. */
void check_each_traverse(struct check *check,
                         void (*run)(struct check *, const struct function *));

/* The rules, one a file; those about single calls get each one in a FUNCTION that may
 * run. */
typedef void check_function(struct check *check);
typedef void check_call_function(struct check *check, const struct function *function,
                                 const struct node *call);
#define RULE_SOURCE(rule) check_function check_##rule;
#define RULE_CALL(rule) check_call_function check_##rule;
#define RULE_FINDINGS(rule) check_function check_##rule;
#define RULE_FILTER(rule) check_function check_##rule;
#define RULE_END(rule) check_function check_##rule;
#include "checks/rules.inc"
#undef RULE_SOURCE
#undef RULE_CALL
#undef RULE_FINDINGS
#undef RULE_FILTER
#undef RULE_END

#endif
