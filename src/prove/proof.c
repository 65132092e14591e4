#include "prove/proof.h"

#include <stdarg.h>
#include <string.h>

#include "base/file.h"
#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"

enum { ONE_LINE_SIZE = 160 }; /* bytes, then up to the next blank */

struct finding *
proof_known(struct proof *proof, const char *key)
{
    for (size_t i = 0; i < proof->n_subjects; i++) {
        if (strcmp(proof->subjects[i].key, key) == 0) {
            return &proof->findings->items[proof->subjects[i].finding];
        }
    }
    return NULL;
}

struct finding *
proof_first(struct proof *proof, const char *rule)
{
    for (size_t i = proof->first_finding; i < proof->findings->n_items; i++) {
        if (strcmp(proof->findings->items[i].rule, rule) == 0) {
            return &proof->findings->items[i];
        }
    }
    return NULL;
}

void
proof_alias(struct proof *proof, const struct finding *finding, const char *key)
{
    ARENA_GROW(proof->arena, proof->subjects, proof->n_subjects,
               proof->subjects_capacity);
    proof->subjects[proof->n_subjects++] = (struct proof_subject){
        .finding = (size_t)(finding - proof->findings->items),
        .key = arena_string(proof->arena, key),
    };
}

struct finding *
proof_find(struct proof *proof, const char *rule, const char *key,
           enum scenario scenario, const char *format, ...)
{
    const char *full = arena_format(proof->arena, "%s/%s", rule, key);
    struct finding *finding = proof_known(proof, full);
    if (finding != NULL) {
        return finding;
    }
    va_list arguments;
    va_start(arguments, format);
    const char *message = arena_vformat(proof->arena, format, arguments);
    va_end(arguments);
    finding = findings_add(proof->findings, rule, "%s", message);
    finding->module = proof->module;
    finding->path = proof->path;
    finding->scenario = scenario_name(scenario);
    proof_alias(proof, finding, full);
    return finding;
}

static void
name_place(struct proof *proof, const char *path, uint64_t offset,
           struct binary_place *out_place)
{
    proof->symbolizer->place(proof->symbolizer->data, path, offset, out_place);
}

void
proof_set_place(struct proof *proof, struct finding *finding, const char *path,
                uint64_t offset)
{
    struct binary_place place;
    name_place(proof, path, offset, &place);
    finding->symbol = place.symbol;
    finding->readable = place.readable;
    finding->offset = offset;
    if (place.path != NULL && place.line != 0) {
        finding->path = place.path;
        finding->line = place.line;
        finding->column = place.column;
    }
    else {
        finding->path = path;
        finding->place = place.text;
    }
}

void
proof_place_rest(struct proof *proof)
{
    const char *dot = strrchr(proof->module, '.');
    const char *name = dot != NULL ? dot + 1 : proof->module;
    const char *hook = proof->report->init == INIT_EXPORT ? "PyModExport_" : "PyInit_";
    for (const char *at = name; *at != '\0'; at++) {
        if ((unsigned char)*at >= 0x80) {
            return; /* PyInitU_ and Punycode */
        }
    }
    for (size_t i = proof->first_finding;
         proof->report->init != INIT_UNKNOWN && i < proof->findings->n_items; i++)
    {
        struct finding *finding = &proof->findings->items[i];
        if (finding->line == 0 && finding->place == NULL && finding->symbol == NULL
            && string_equal(finding->path, proof->path))
        {
            finding->place = arena_format(proof->arena, "%s%s", hook, name);
        }
    }
}

const char *
proof_place_text(struct proof *proof, const char *path, uint64_t offset)
{
    struct binary_place place;
    name_place(proof, path, offset, &place);
    const char *file = path_base(path);
    const char *name = place.readable != NULL ? place.readable : place.symbol;
    if (place.line != 0) {
        return arena_format(proof->arena, "%s (%s:%u)",
                            name != NULL ? name : place.text, place.path, place.line);
    }
    if (place.readable != NULL) {
        return place.symbol_offset == 0
                   ? arena_format(proof->arena, "%s in %s", name, file)
                   : arena_format(proof->arena, "%s+0x%llx in %s", name,
                                  (unsigned long long)place.symbol_offset, file);
    }
    return arena_format(proof->arena, "%s in %s", place.text, file);
}

const char *
proof_symbol(struct proof *proof, const char *path, uint64_t offset)
{
    struct binary_place place;
    name_place(proof, path, offset, &place);
    return place.symbol;
}

size_t
proof_errors(const struct proof *proof)
{
    size_t n = 0;
    for (size_t i = proof->first_finding; i < proof->findings->n_items; i++) {
        n += proof->findings->items[i].level == LEVEL_ERROR;
    }
    return n;
}

void
proof_fail(struct proof *proof, enum scenario scenario, const struct finding *finding)
{
    struct scenario_result *result = &proof->results[scenario];
    if (result->outcome != OUTCOME_FAIL && result->outcome != OUTCOME_CRASH
        && result->outcome != OUTCOME_TIMEOUT)
    {
        result->outcome = OUTCOME_FAIL;
        result->reason = finding->message;
    }
}

bool
proof_outcome_is(const struct proof *proof, enum scenario scenario,
                 enum outcome outcome)
{
    return proof->results[scenario].outcome == outcome;
}

void
proof_set_outcome(struct proof *proof, enum scenario scenario, enum outcome outcome,
                  const char *format, ...)
{
    struct scenario_result *result = &proof->results[scenario];
    result->outcome = outcome;
    va_list arguments;
    va_start(arguments, format);
    result->reason = arena_vformat(proof->arena, format, arguments);
    va_end(arguments);
}

/* A word as a shell reads it back. */
static void
add_word(struct strbuf *command, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./:=,+@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        strbuf_add_string(command, word);
        return;
    }
    strbuf_add_char(command, '\'');
    for (; *word != '\0'; word++) {
        strbuf_add_string(command, *word == '\'' ? "'\\'" : "");
        strbuf_add_char(command, *word);
        strbuf_add_string(command, *word == '\'' ? "'" : "");
    }
    strbuf_add_char(command, '\'');
}

static void
add_option(struct strbuf *command, const char *option, const char *word)
{
    if (word != NULL) {
        strbuf_format(command, " %s ", option);
        add_word(command, word);
    }
}

/* The folders of --path and the caller's, where modules are found. */
static void
add_paths(struct strbuf *command, struct arena *arena, const char *paths)
{
    while (paths != NULL && *paths != '\0') {
        size_t size = strcspn(paths, ":");
        if (size > 0) {
            add_option(command, "--path", arena_copy(arena, paths, size));
        }
        paths += size + (paths[size] == ':');
    }
}

void
proof_add_commands(struct proof *proof)
{
    const struct launcher *launcher = proof->launcher;
    for (size_t i = proof->first_finding; i < proof->findings->n_items; i++) {
        struct finding *finding = &proof->findings->items[i];
        CLEANUP(strbuf_done) struct strbuf command = STRBUF_INIT;
        strbuf_add_string(&command, "insulate prove");
        add_option(&command, "--python", launcher->python.executable);
        add_paths(&command, proof->arena, launcher->python_path);
        add_option(&command, "--exercise", launcher->exercise);
        /* A claim is held against all scenarios. */
        bool is_of_threads = string_equal(finding->scenario, "threads");
        add_option(&command, "--scenario",
                   string_starts(finding->rule, "claim-") && !is_of_threads
                       ? NULL
                       : finding->scenario);
        if (launcher->claims_gil_unused) {
            add_option(&command, "--claim", "gil-not-used");
        }
        if (is_of_threads) {
            strbuf_format(&command, " --seed %ld", launcher->seed);
        }
        strbuf_add_char(&command, ' ');
        add_word(&command, proof->module);
        finding_add_evidence(proof->findings, finding, "again: %s", command.text);
    }
}

/* Many copies need more time than other scenarios, in proportion to the import. */
static double
more_seconds_for(const struct proof *proof, enum scenario scenario)
{
    return scenario == SCENARIO_FAILING_EXEC && proof->launcher->time_limit <= 0
               ? PROBE_FAILURES * LIMIT_COPY_IMPORTS
                     * proof->logs[SCENARIO_IMPORT].own_seconds
               : 0;
}

/* Takes longer than the average: makes four interpreters or more, forks many copies, or
 * lasts for a given time. */
static bool
is_long(enum scenario scenario)
{
    return scenario == SCENARIO_SHARED_GIL || scenario == SCENARIO_OWN_GIL
           || scenario == SCENARIO_LEAKS || scenario == SCENARIO_FAILING_EXEC
           || scenario == SCENARIO_HAMMER || scenario == SCENARIO_THREADS;
}

struct launch_request
proof_request(const struct proof *proof, enum scenario scenario)
{
    bool is_legacy = (scenario == SCENARIO_SHARED_GIL && strcmp(proof->gil, "own") == 0)
                     || proof->shares_gil[scenario];
    return (struct launch_request){
        .scenario = scenario_name(scenario),
        .module = proof->module,
        .path = proof->path,
        .gil = is_legacy ? "shared" : proof->gil,
        .imports = proof->imports,
        .skip = proof->skip,
        .more_seconds = more_seconds_for(proof, scenario),
        .is_long = is_long(scenario),
    };
}

const char *
proof_culprit(const struct proof *proof, const struct probe_record *record)
{
    const char *name = record->fields[3];
    const char *file = record->fields[4];
    bool is_home = proof->home != NULL && strcmp(file, proof->home) == 0;
    return name[0] == '\0' || is_home ? NULL : name;
}

void
proof_blame(struct proof *proof, enum scenario scenario, const char *format, ...)
{
    struct scenario_result *result = &proof->results[scenario];
    va_list arguments;
    va_start(arguments, format);
    result->reason = arena_vformat(proof->arena, format, arguments);
    va_end(arguments);
    result->outcome = OUTCOME_SKIP;
    proof->is_blamed[scenario] = true;
}

const char *
proof_one_line(struct proof *proof, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf line = STRBUF_INIT;
    while (*text != '\0' && line.size < ONE_LINE_SIZE) {
        size_t blanks = strspn(text, " \t\r\n");
        if (blanks > 0 && line.size > 0 && text[blanks] != '\0') {
            strbuf_add_char(&line, ' ');
        }
        text += blanks;
        size_t size = strcspn(text, " \t\r\n");
        strbuf_add(&line, text, size);
        text += size;
    }
    strbuf_add_string(&line, text[strspn(text, " \t\r\n")] != '\0' ? " …" : "");
    return arena_string(proof->arena, line.text);
}
