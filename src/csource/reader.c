#include "csource/reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/file.h"
#include "csource/arguments.h"
#include "csource/crash.h"
#include "csource/gate.h"
#include "csource/heap.h"
#include "csource/overlay.h"
#include "csource/unit.h"

enum {
    MOST_JOBS = 16,
    /* Deep syntax is parsed and visited by recursion.  Bytes of address space. */
    PARSER_STACK = 64 << 20,
    READER_STACK = 256 << 20,
};

/* --- parsing, several files at once -------------------------------------- */

struct parsed {
    CXIndex index;
    CXTranslationUnit tu; /* NULL: libclang gave up */
    bool is_done;
    char *refused; /* owned: a file that it may not open; NULL: none */
    const char *why; /* it may not: "which is a pipe" */
};

struct parser {
    const struct libclang *clang;
    struct plan *plan;
    struct parsed *units;
    size_t n_jobs;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    size_t next;   /* unit to parse */
    size_t n_read; /* units that the reader is through with */
    bool is_unguarded; /* files were opened, but not through the gate */
};

/* One call of the parser, for crash_guarded. */
struct parse_call {
    const struct libclang *clang;
    CXIndex index;
    const char *path;
    const char *const *arguments;
    int n_arguments;
    CXTranslationUnit tu; /* NULL: libclang gave up */
};

static void
call_parser(void *data)
{
    struct parse_call *call = data;
    unsigned options =
        CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing;
    CXTranslationUnit tu = NULL;
    enum CXErrorCode code = call->clang->parseTranslationUnit2FullArgv(
        call->index, call->path, call->arguments, call->n_arguments, NULL, 0, options,
        &tu);
    call->tu = code == CXError_Success ? tu : NULL;
}

/* Does libclang refuse the arguments themselves?  Then its first error has no
 * place.  ("Too many errors" has none either, but is never first.) */
static bool
are_arguments_refused(const struct libclang *clang, CXTranslationUnit tu)
{
    unsigned n = clang->getNumDiagnostics(tu);
    CXFile file = NULL;
    bool is_error = false;
    for (unsigned i = 0; i < n && !is_error; i++) {
        CXDiagnostic diagnostic = clang->getDiagnostic(tu, i);
        is_error = clang->getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang->getFileLocation(clang->getDiagnosticLocation(diagnostic), &file, NULL,
                               NULL, NULL);
        clang->disposeDiagnostic(diagnostic);
    }
    return is_error && file == NULL;
}

/* The name of the first header that TU lacks (owned), or NULL. */
static char *
missing_header(const struct libclang *clang, CXTranslationUnit tu)
{
    unsigned n = clang->getNumDiagnostics(tu);
    char *name = NULL;
    for (unsigned i = 0; i < n && name == NULL; i++) {
        CXDiagnostic diagnostic = clang->getDiagnostic(tu, i);
        CXString text = clang->getDiagnosticSpelling(diagnostic);
        const char *words = clang->getCString(text);
        const char *end = strstr(words, "' file not found");
        if (words[0] == '\'' && end != NULL) {
            name = strndup(words + 1, (size_t)(end - words) - 1);
        }
        clang->disposeString(text);
        clang->disposeDiagnostic(diagnostic);
    }
    return name;
}

/* The words of a compiler call while it is being mended; all owned. */
struct attempt {
    char **words;
    size_t n_words;
};

static void
attempt_add(struct attempt *attempt, const char *word)
{
    size_t size = strlen(word) + 1;
    char *copy = memory_alloc(size);
    memcpy(copy, word, size);
    attempt->words =
        memory_resize(attempt->words, (attempt->n_words + 1) * sizeof *attempt->words);
    attempt->words[attempt->n_words++] = copy;
}

static void
attempt_done(struct attempt *attempt)
{
    for (size_t i = 0; i < attempt->n_words; i++) {
        free(attempt->words[i]);
    }
    free(attempt->words);
}

static void
drop_target_flags(struct attempt *attempt)
{
    size_t kept = 0;
    for (size_t i = 0; i < attempt->n_words; i++) {
        if (strncmp(attempt->words[i], "-m", 2) == 0) {
            free(attempt->words[i]);
        }
        else {
            attempt->words[kept++] = attempt->words[i];
        }
    }
    attempt->n_words = kept;
}

/* Change the words after a try that gave TU.  Returns false if there is nothing
 * to change. */
static bool
mend(const struct parser *parser, const struct unit_plan *unit, CXTranslationUnit tu,
     struct attempt *attempt)
{
    size_t before = attempt->n_words;
    if (tu == NULL || are_arguments_refused(parser->clang, tu)) {
        /* Target flags (-m…) that clang does not know. */
        drop_target_flags(attempt);
        return attempt->n_words != before;
    }
    char *name = unit->is_guessed ? missing_header(parser->clang, tu) : NULL;
    char *folder = name ? plan_find_header(parser->plan, name) : NULL;
    if (folder != NULL) {
        attempt_add(attempt, "-I");
        attempt_add(attempt, folder);
    }
    free(folder);
    free(name);
    return attempt->n_words != before;
}

/* clang looks for gcc and its C++ headers from its own folder.  Without one it finds them
 * as /../lib/gcc/…/../../../../include, which it shortens to /include where -ivfsoverlay is
 * given (before 19), though /lib may be a link to /usr/lib. */
#define COMPILER_NAME "/usr/bin/clang"

static CXTranslationUnit
parse(const struct parser *parser, CXIndex index, const struct unit_plan *unit)
{
    enum { MOST_TRIES = 8 };
    CLEANUP(attempt_done) struct attempt attempt = {NULL, 0};
    attempt_add(&attempt, COMPILER_NAME);
    for (size_t i = 0; i < unit->n_arguments; i++) {
        attempt_add(&attempt, unit->arguments[i]);
    }
    CXTranslationUnit tu = NULL;
    for (int i = 0; i < MOST_TRIES; i++) {
        if (tu != NULL) {
            parser->clang->disposeTranslationUnit(tu);
        }
        struct parse_call call = {
            .clang = parser->clang,
            .index = index,
            .path = unit->real_path,
            .arguments = (const char *const *)attempt.words,
            .n_arguments = (int)attempt.n_words,
        };
        bool is_well = crash_guarded(call_parser, &call);
        tu = is_well ? call.tu : NULL;
        if (!is_well || !mend(parser, unit, tu, &attempt)) {
            break;
        }
    }
    return tu;
}

/* Parse unit number I, within what it may open and use.  Returns false if libclang went
 * around the gate. */
static bool
parse_guarded(struct parser *parser, size_t i)
{
    const struct unit_plan *plan = &parser->plan->units[i];
    struct parsed *unit = &parser->units[i];
    struct gate gate = {.why = NULL};
    if (plan->refusal != NULL) {
        return true;
    }
    budget_enter(plan->path);
    gate_enter(&gate);
    unit->tu = parse(parser, unit->index, plan);
    gate_leave();
    budget_leave();
    if (gate.why != NULL) {
        unit->refused = strdup(gate.path);
        unit->why = gate.why;
    }
    return unit->tu == NULL || gate.n_opened != 0;
}

static void *
parse_units(void *data)
{
    struct parser *parser = data;
    heap_grow();
    pthread_mutex_lock(&parser->mutex);
    while (parser->next < parser->plan->n_units) {
        /* Parsed units are big: stay a few ahead of the reader. */
        if (parser->next >= parser->n_read + parser->n_jobs * 2) {
            pthread_cond_wait(&parser->changed, &parser->mutex);
            continue;
        }
        size_t i = parser->next++;
        pthread_mutex_unlock(&parser->mutex);
        struct parsed *unit = &parser->units[i];
        unit->index = parser->clang->createIndex(0, 0);
        bool is_guarded = parse_guarded(parser, i);
        pthread_mutex_lock(&parser->mutex);
        parser->is_unguarded |= !is_guarded;
        unit->is_done = true;
        pthread_cond_broadcast(&parser->changed);
    }
    pthread_mutex_unlock(&parser->mutex);
    return NULL;
}

/* --- reading, in order --------------------------------------------------- */

struct reading {
    struct reader *reader;
    struct parser *parser;
    size_t unit;            /* that is read now */
    const char *crashed_on; /* path of the unit that libclang crashed on */
};

static void
read_unit(void *data)
{
    struct reading *reading = data;
    const struct parser *parser = reading->parser;
    const struct parsed *unit = &parser->units[reading->unit];
    struct unit_plan *plan = &parser->plan->units[reading->unit];
    if (unit->why != NULL) {
        struct arena *arena = reading->reader->arena;
        /* As it is named: what a link to a pipe leads to has no name, and /proc/self another
         * one each time. */
        const char *folder = path_real(arena, path_folder(arena, unit->refused));
        const char *path = strncmp(unit->refused, "/proc/", 6) == 0
                               ? unit->refused
                               : path_join(arena, folder, path_base(unit->refused));
        plan->refusal =
            arena_format(arena, "it includes %s, %s",
                         reader_shown_path(reading->reader, path), unit->why);
    }
    unit_read(reading->reader, plan->refusal != NULL ? NULL : unit->tu, plan);
}

/* libclang reads what it has not read yet when it is asked about it. */
static bool
read_guarded(struct reading *reading)
{
    struct gate gate = {.why = NULL};
    budget_enter(reading->parser->plan->units[reading->unit].path);
    gate_enter(&gate);
    bool is_well = crash_guarded(read_unit, reading);
    gate_leave();
    budget_leave();
    return is_well;
}

static void *
read_units(void *data)
{
    struct reading *reading = data;
    struct parser *parser = reading->parser;
    const struct libclang *clang = parser->clang;
    heap_grow();
    for (size_t i = 0; i < parser->plan->n_units; i++) {
        struct parsed *unit = &parser->units[i];
        pthread_mutex_lock(&parser->mutex);
        while (!unit->is_done) {
            pthread_cond_wait(&parser->changed, &parser->mutex);
        }
        pthread_mutex_unlock(&parser->mutex);
        reading->unit = i;
        /* What was read of a unit when it crashed is no sound model: the run ends. */
        if (reading->crashed_on == NULL && !read_guarded(reading)) {
            reading->crashed_on = parser->plan->units[i].path;
            unit->tu = NULL;
        }
        if (unit->tu != NULL) {
            clang->disposeTranslationUnit(unit->tu);
        }
        clang->disposeIndex(unit->index);
        free(unit->refused);
        pthread_mutex_lock(&parser->mutex);
        parser->n_read = i + 1;
        pthread_cond_broadcast(&parser->changed);
        pthread_mutex_unlock(&parser->mutex);
    }
    return NULL;
}

/* Start a thread with a stack of SIZE bytes, or, where there is too little
 * address space, the usual one. */
static bool
start(pthread_t *thread, size_t size, void *(*function)(void *), void *data)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size);
    int code = pthread_create(thread, &attributes, function, data);
    pthread_attr_destroy(&attributes);
    return code == 0 || pthread_create(thread, NULL, function, data) == 0;
}

static int
run(struct reader *reader, struct parser *parser, struct error *err)
{
    struct reading reading = {.reader = reader, .parser = parser};
    pthread_t workers[MOST_JOBS], consumer;
    size_t n_workers = 0;
    heap_keep();
    heap_grow();
    while (n_workers < parser->n_jobs
           && start(&workers[n_workers], PARSER_STACK, parse_units, parser))
    {
        n_workers++;
    }
    if (n_workers == 0) {
        return error_set(err, ERROR_IO, "cannot start a thread");
    }
    if (start(&consumer, READER_STACK, read_units, &reading)) {
        pthread_join(consumer, NULL);
    }
    else {
        read_units(&reading);
    }
    for (size_t i = 0; i < n_workers; i++) {
        pthread_join(workers[i], NULL);
    }
    if (parser->is_unguarded) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s opens files without the checks of this program; choose "
                         "another libclang with --libclang or INSULATE_LIBCLANG",
                         parser->clang->path);
    }
    if (reading.crashed_on != NULL) {
        return error_set(err, ERROR_LIMIT, "%s: libclang crashes on this file",
                         reading.crashed_on);
    }
    return 0;
}

static size_t
choose_jobs(unsigned wanted, size_t n_units)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = wanted ? wanted : cores > 0 ? (size_t)cores : 1;
    jobs = jobs > MOST_JOBS ? MOST_JOBS : jobs;
    return jobs > n_units ? n_units : jobs;
}

/* --- the run ------------------------------------------------------------- */

/* clang's own headers (stddef.h …) come with libclang, or, if they were not
 * installed, gcc's serve. */
static int
add_builtin_headers(struct arena *arena, const struct libclang *clang,
                    struct plan *plan, struct error *err)
{
    const char *option = "-resource-dir", *folder = clang->resource_folder;
    if (folder == NULL) {
        option = "-isystem";
        folder = builtin_headers_of_gcc(arena);
    }
    if (folder == NULL) {
        return error_set(
            err, ERROR_UNSUPPORTED,
            "%s has no compiler headers (stddef.h), and gcc is not installed either: "
            "install them (Debian, Ubuntu: libclang-common-19-dev) or gcc",
            clang->path);
    }
    for (size_t i = 0; i < plan->n_units; i++) {
        struct unit_plan *unit = &plan->units[i];
        for (int k = 0; k < 2; k++) {
            ARENA_GROW(arena, unit->arguments, unit->n_arguments, unit->capacity);
            unit->arguments[unit->n_arguments++] = k == 0 ? option : folder;
        }
    }
    return 0;
}

/* Before libclang 16 C++ is C++14 if the build does not say more; gcc's is C++17 since 11,
 * as that of clang since 16. */
static void
add_language(struct arena *arena, const struct libclang *clang, struct plan *plan)
{
    enum { DEFAULT_IS_17 = 16 };
    for (size_t i = 0; i < plan->n_units && clang->version < DEFAULT_IS_17; i++) {
        struct unit_plan *unit = &plan->units[i];
        if (!unit_plan_is_cxx(unit)) {
            continue;
        }
        /* In front: the last one that is given counts. */
        ARENA_GROW(arena, unit->arguments, unit->n_arguments, unit->capacity);
        memmove(unit->arguments + 1, unit->arguments,
                unit->n_arguments * sizeof *unit->arguments);
        unit->arguments[0] = "-std=gnu++17";
        unit->n_arguments++;
    }
}

static void
reader_init(struct reader *reader, struct arena *arena, const struct libclang *clang,
            const struct plan *plan, const struct source_request *request)
{
    *reader = (struct reader){
        .arena = arena, .clang = clang, .plan = plan, .request = request};
    struct map *maps[] = {&reader->files,     &reader->named_files, &reader->folders,
                          &reader->symbols,   &reader->records,     &reader->seen,
                          &reader->macros_at, &reader->strings,     &reader->names};
    for (size_t i = 0; i < ARRAY_LENGTH(maps); i++) {
        map_init(maps[i], arena);
    }
    reader->folder = path_real(arena, ".");
    const char **real = ARENA_ARRAY(arena, const char *, request->n_paths);
    for (size_t i = 0; i < request->n_paths; i++) {
        real[i] = path_full(arena, request->paths[i]);
    }
    reader->named = request->paths;
    reader->named_real = real;
    reader->n_named = request->n_paths;
    for (size_t i = 0; i < plan->n_units; i++) {
        map_set_string(&reader->names, plan->units[i].real_path,
                       arena_string(arena, plan->units[i].path));
    }
}

static void
add_limited_api(struct source_file *file, unsigned limited)
{
    if (limited != 0 && (file->limited_api == 0 || limited < file->limited_api)) {
        file->limited_api = limited;
    }
}

/* What the build says of a unit, and what its files say of themselves. */
static void
find_limited_api(struct reader *reader, const struct source *source)
{
    const struct plan *plan = reader->plan;
    for (size_t i = 0; i < plan->n_units; i++) {
        struct file_entry *entry =
            map_find_string(&reader->files, plan->units[i].real_path);
        if (entry != NULL) {
            add_limited_api(&entry->file, plan->units[i].limited_api);
        }
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro *macro = source->macros[i];
        if (strcmp(macro->name, LIMITED_API) != 0) {
            continue;
        }
        unsigned limited = limited_api_number(macro->file->text + macro->body);
        for (size_t k = 0; k < macro->file->n_mains; k++) {
            struct file_entry *entry =
                map_find_string(&reader->files, macro->file->mains[k]->real_path);
            add_limited_api(&entry->file, limited);
        }
    }
}

static void
finish(struct reader *reader, struct source *source)
{
    files_finish(reader, source);
    symbols_finish(reader, source);
    uses_finish(reader);
    source->problems = reader->problems.items;
    source->n_problems = reader->problems.n_items;
    source->warnings = reader->warnings.items;
    source->n_warnings = reader->warnings.n_items;
    source->python_version = reader->python_major << 24 | reader->python_minor << 16
                             | reader->python_micro << 8;
    /* Whether a release is final is not told by numbers alone. */
    source->python_version |= source->python_version ? 0xf0 : 0;
    source->is_free_threaded = reader->is_free_threaded;
}

int
source_read(struct arena *arena, const struct source_request *request,
            struct source **out_source, struct error *err)
{
    struct plan *plan = ARENA_NEW(arena, struct plan);
    const struct libclang *clang = NULL;
    if (plan_units(arena, request, plan, err) != 0) {
        return -1;
    }
    struct source *source = ARENA_NEW(arena, struct source);
    source->arena = arena;
    source->unlisted = plan->unlisted;
    source->n_unlisted = plan->n_unlisted;
    source->n_unrelated = plan->n_unrelated;
    source->outside = plan->outside.paths;
    source->n_outside = plan->outside.n_paths;
    source->inputs = plan->inputs;
    source->n_inputs = plan->n_inputs;
    source->dropped = plan->dropped.paths;
    source->n_dropped = plan->dropped.n_paths;
    source->ignored = plan->ignored.paths;
    source->n_ignored = plan->ignored.n_paths;
    for (size_t i = 0; i < plan->n_units; i++) {
        source->n_guessed += plan->units[i].is_guessed;
    }
    if (plan->n_units == 0) {
        source->left_out = foreign_folders_list(plan->foreign);
        *out_source = source;
        return 0;
    }
    if (libclang_load(arena, request->libclang, request->python, &clang, err) != 0
        || add_builtin_headers(arena, clang, plan, err) != 0)
    {
        return -1;
    }
    add_language(arena, clang, plan);
    source->untested = libclang_untested(arena, clang->version);
    CLEANUP(overlay_done) struct overlay overlay = {NULL, 0};
    if (overlay_init(arena, request, plan, &overlay, err) != 0) {
        return -1;
    }
    struct reader reader;
    reader_init(&reader, arena, clang, plan, request);
    struct parser parser = {
        .clang = clang,
        .plan = plan,
        .units = ARENA_ARRAY(arena, struct parsed, plan->n_units),
        .n_jobs = choose_jobs(request->jobs, plan->n_units),
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
    };
    budget_expect(plan->n_units, parser.n_jobs);
    crash_guard_begin();
    int code = run(&reader, &parser, err);
    crash_guard_end();
    if (code != 0) {
        return -1;
    }
    finish(&reader, source);
    find_limited_api(&reader, source);
    source->left_out = foreign_folders_list(plan->foreign);
    *out_source = source;
    return 0;
}
