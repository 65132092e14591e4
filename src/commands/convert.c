/* insulate convert [PATH...]: modules rewritten so that their state is isolated. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks/check.h"
#include "commands/command.h"
#include "commands/insulate_header.h"
#include "commands/preparation.h"
#include "convert/convert.h"
#include "csource/headers.h"
#include "csource/reader.h"
#include "edit/diff.h"
#include "edit/write.h"

struct convert_command {
    struct common_options common;
    const char *database, *python, *libclang, *stage, *floor, *abi3;
    int jobs;
    bool exports, use_header, plan, write;
};

const struct option convert_options[] = {
    {"database", 'p', OPTION_WORD, OPTION(struct convert_command, database), "DIR",
     "folder of the compile_commands.json to use"},
    {"python", 0, OPTION_WORD, OPTION(struct convert_command, python), "EXE",
     "the Python whose headers are used without one (python3)"},
    {"libclang", 0, OPTION_WORD, OPTION(struct convert_command, libclang), "PATH",
     "the libclang to load"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct convert_command, jobs), "N",
     "files parsed at the same time (one a core)"},
    {"stage", 0, OPTION_WORD, OPTION(struct convert_command, stage),
     "init|state|types|all", "how far to go (all)"},
    {"python-floor", 0, OPTION_WORD, OPTION(struct convert_command, floor), "X.Y",
     "oldest CPython that the result is to work with (3.9)"},
    {"abi3", 0, OPTION_WORD, OPTION(struct convert_command, abi3), "X.Y",
     "keep to the limited API of X.Y"},
    {"export", 0, OPTION_FLAG, OPTION(struct convert_command, exports), NULL,
     "give it the hook of Python 3.15, too; from floor 3.15 on, only that"},
    {"use-header", 0, OPTION_FLAG, OPTION(struct convert_command, use_header), NULL,
     "let the result include insulate.h"},
    {"plan", 0, OPTION_FLAG, OPTION(struct convert_command, plan), NULL,
     "show what would be done, in Markdown, in place of the diff"},
    {"write", 0, OPTION_FLAG, OPTION(struct convert_command, write), NULL,
     "change the files"},
    {0},
};

/* One file of the result. */
struct changed_file {
    const struct source_file *file; /* NULL: a new file */
    const char *path, *real_path;
    const char *text;
    size_t size;
};

struct work {
    struct run *run;
    struct source_request request;
    struct convert_options options;
    struct prepared prepared;
    struct source *source;
    struct findings before; /* of the checks, on the sources as they are */
    struct conversion_result result;
    const struct variable **failed; /* definitions of modules that did not verify */
    size_t n_failed, failed_capacity;
    const char **reasons; /* and why not, in the same order */
    size_t n_reasons, reasons_capacity;
    struct changed_file *files;
    size_t n_files, capacity;
};

/* --- options ------------------------------------------------------------------- */

enum { OLDEST_LIMITED = 5, OLDEST_FLOOR = 9, NEWEST_MINOR = 99 };
enum { OLDEST_OF_HEADER = 0x03090000, OLDEST_OF_EXPORT = 0x030F0000 };

/* X.Y as PY_VERSION_HEX; OLDEST is the lowest Y that is covered. */
static int
parse_version(const char *option, const char *text, unsigned oldest, unsigned *out,
              struct error *err)
{
    unsigned major, minor;
    char rest;
    if (sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2 || major != 3
        || minor > NEWEST_MINOR)
    {
        return error_set(err, ERROR_USAGE, "%s wants X.Y, as 3.9, not '%s'", option,
                         text);
    }
    if (minor < oldest) {
        return error_set(err, ERROR_UNSUPPORTED, "%s %s is not covered: %s", option,
                         text,
                         oldest == OLDEST_FLOOR
                             ? "heap types find their module from 3.9 on"
                             : "multi-phase initialisation began with 3.5");
    }
    *out = major << 24 | minor << 16;
    return 0;
}

static int
parse_stage(const char *text, enum convert_stage *out_stage, struct error *err)
{
    static const struct {
        const char *name;
        enum convert_stage stage;
    } stages[] = {{"init", STAGE_INIT},
                  {"state", STAGE_STATE},
                  {"types", STAGE_ALL}, /* the last one: nothing is left for more */
                  {"all", STAGE_ALL}};
    for (size_t i = 0; i < ARRAY_LENGTH(stages); i++) {
        if (strcmp(text, stages[i].name) == 0) {
            *out_stage = stages[i].stage;
            return 0;
        }
    }
    return error_set(err, ERROR_USAGE,
                     "--stage wants init, state, types or all, not '%s'", text);
}

static int
check_limited_api(const struct convert_options *options, struct error *err)
{
    const unsigned minor = options->abi3 >> 16 & 0xff;
    if (options->use_header && options->abi3 != 0 && options->abi3 < OLDEST_OF_HEADER) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "--use-header with the limited API of 3.%u is not covered: "
                         "insulate.h begins with that of 3.9",
                         minor);
    }
    if (options->exports && options->abi3 != 0 && options->abi3 < OLDEST_OF_EXPORT) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "--export with the limited API of 3.%u is not covered: "
                         "PyModExport is in that of 3.15 and newer",
                         minor);
    }
    return 0;
}

static int
parse_options(const struct convert_command *words, struct convert_options *out,
              struct error *err)
{
    out->stage = STAGE_ALL;
    out->abi3 = 0;
    out->use_header = words->use_header;
    out->exports = words->exports;
    if (words->stage != NULL && parse_stage(words->stage, &out->stage, err) != 0) {
        return -1;
    }
    if (words->abi3 != NULL
        && parse_version("--abi3", words->abi3, OLDEST_LIMITED, &out->abi3, err) != 0)
    {
        return -1;
    }
    if (check_limited_api(out, err) != 0) {
        return -1;
    }
    /* What keeps to a limited API runs on every Python from that one on. */
    if (words->abi3 != NULL && words->floor == NULL) {
        out->floor = out->abi3;
        return 0;
    }
    return parse_version("--python-floor", words->floor != NULL ? words->floor : "3.9",
                         OLDEST_FLOOR, &out->floor, err);
}

/* A build that defines Py_LIMITED_API goes on doing so: its headers hide the rest. */
static int
keep_to_limited_api(struct run *run, const struct convert_command *words,
                    const struct source *source, struct convert_options *options,
                    struct error *err)
{
    enum { OLDEST = 0x03000000 | OLDEST_LIMITED << 16 };
    unsigned limited = words->abi3 != NULL ? 0 : modules_limited_api(source, run->arena);
    if (limited == 0) {
        return 0;
    }
    options->abi3 = limited > OLDEST ? limited & 0xffff0000 : OLDEST;
    if (words->floor == NULL) {
        options->floor = options->abi3;
    }
    run_say(run, "the build keeps to the limited API of 3.%u, and so does the result",
            options->abi3 >> 16 & 0xff);
    return check_limited_api(options, err);
}

/* --- applying in memory ----------------------------------------------------------- */

static struct changed_file *
add_file(struct work *work)
{
    ARENA_GROW(work->run->arena, work->files, work->n_files, work->capacity);
    return &work->files[work->n_files++];
}

static struct finding *
add_finding(struct work *work, const char *rule, const struct converted_module *module,
            const char *message)
{
    const struct declaration *place = variable_declaration(module->definition);
    struct finding *finding = findings_add(&work->run->findings, rule, "%s", message);
    finding->path = place->file->path;
    finding->line = source_line(place->file, place->name);
    finding->column = source_column(place->file, place->name);
    finding->offset = place->name;
    finding->symbol = module->definition->name;
    finding->module = module->name;
    return finding;
}

static void
refuse_module(struct work *work, struct converted_module *module, const char *message)
{
    add_finding(work, "state-not-converted", module, message);
    if (!module->keeps_data) { /* else there is nothing more to try */
        ARENA_GROW(work->run->arena, work->failed, work->n_failed,
                   work->failed_capacity);
        work->failed[work->n_failed++] = module->definition;
        ARENA_GROW(work->run->arena, work->reasons, work->n_reasons,
                   work->reasons_capacity);
        work->reasons[work->n_reasons++] = message;
    }
    module->is_refused = true;
    edits_init(&module->edits, work->run->arena);
}

static bool
touches(const struct edits *edits, const struct source_file *file)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        if (edits->items[i].file == file) {
            return true;
        }
    }
    return false;
}

/* All edits of the modules that are left, as one list. */
static void
join_edits(struct work *work, struct edits *out)
{
    edits_init(out, work->run->arena);
    for (size_t i = 0; i < work->result.n_modules; i++) {
        const struct edits *edits = &work->result.modules[i].edits;
        for (size_t k = 0; k < edits->n_items; k++) {
            const struct edit *edit = &edits->items[k];
            (edit->covers ? edits_cover : edits_add)(
                out, edit->file, edit->begin, edit->end, edit->text, edit->reason);
        }
        for (size_t k = 0; k < edits->n_new_files; k++) {
            edits_add_file(out, edits->new_files[k].path, edits->new_files[k].text);
        }
    }
}

/* Keep TEXT, the result for OLD (NULL: a new file), with its lines as wide as those of
 * MODEL. */
static void
keep_file(struct work *work, const struct source_file *file, const char *path,
          const char *real_path, const struct strbuf *text,
          const struct source_file *model)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *old =
        file != NULL ? prepared_original(&work->prepared, real_path) : NULL;
    if (model == NULL) {
        strbuf_add(&out, text->text, text->size);
    }
    else {
        convert_wrap(work->run->arena, old != NULL ? old->text : "",
                     old != NULL ? old->size : 0, model->text, model->size, text->text,
                     text->size, &out);
    }
    *add_file(work) = (struct changed_file){
        file, path, real_path, arena_copy(work->run->arena, out.text, out.size),
        out.size};
}

/* The file of the definition of the module that the new file at PATH belongs to. */
static const struct source_file *
model_of(const struct work *work, const char *path)
{
    for (size_t i = 0; i < work->result.n_modules; i++) {
        const struct converted_module *module = &work->result.modules[i];
        for (size_t k = 0; k < module->edits.n_new_files; k++) {
            if (strcmp(module->edits.new_files[k].path, path) == 0) {
                return variable_declaration(module->definition)->file;
            }
        }
    }
    return NULL;
}

/* Fill work->files; a module whose edits do not fit together is refused, and all is
 * begun again without it. */
static void
apply(struct work *work)
{
    struct arena *arena = work->run->arena;
    for (bool again = true; again;) {
        struct edits edits;
        again = false;
        join_edits(work, &edits);
        work->n_files = 0;
        for (size_t i = 0; i < work->source->n_files && !again; i++) {
            const struct source_file *file = work->source->files[i];
            CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
            struct error err = ERROR_INIT;
            if (!touches(&edits, file)) {
                continue;
            }
            if (edits_render(&edits, file, 0, file->size, &text, &err) == 0) {
                keep_file(work, file, file->path, file->real_path, &text,
                          prepared_original(&work->prepared, file->real_path));
                continue;
            }
            for (size_t k = 0; k < work->result.n_modules; k++) {
                if (touches(&work->result.modules[k].edits, file)) {
                    refuse_module(
                        work, &work->result.modules[k],
                        arena_format(arena, "in %s, %s", file->path, err.message));
                }
            }
            again = true;
        }
        for (size_t i = 0; i < edits.n_new_files && !again; i++) {
            const struct new_file *file = &edits.new_files[i];
            CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
            strbuf_add_string(&text, file->text);
            keep_file(work, NULL, file->path,
                      path_join(arena,
                                path_real(arena, path_folder(arena, file->path)),
                                path_base(file->path)),
                      &text, model_of(work, file->path));
        }
    }
}

/* --- verifying ----------------------------------------------------------------------- */

static const struct source_file *
original_of(const struct work *work, const char *real_path)
{
    for (size_t i = 0; i < work->n_files; i++) {
        if (work->files[i].file != NULL
            && strcmp(work->files[i].real_path, real_path) == 0)
        {
            return work->files[i].file;
        }
    }
    return NULL;
}

/* Refuse the modules that changed the file at REAL_PATH; all that changed anything if
 * none changed that one. */
static void
refuse_culprits(struct work *work, const char *real_path, const char *message)
{
    const struct source_file *file = original_of(work, real_path);
    bool is_found = false;
    for (int pass = 0; pass < 2 && !is_found; pass++) {
        for (size_t i = 0; i < work->result.n_modules; i++) {
            struct converted_module *module = &work->result.modules[i];
            if (module->edits.n_items > 0
                && (pass == 1 || (file != NULL && touches(&module->edits, file))))
            {
                refuse_module(work, module, message);
                is_found = true;
            }
        }
    }
}

/* Does FINDING tell of a field of the module state that had it before?  Only now is the
 * module held to visiting it. */
static bool
is_of_old_state(const struct work *work, const struct finding *finding)
{
    static const char mark[] = "the field '";
    const char *name = strstr(finding->message, mark);
    if (strcmp(finding->rule, "gc-state-not-visited") != 0 || name == NULL) {
        return false;
    }
    name += strlen(mark);
    size_t size = strcspn(name, "'");
    for (size_t i = 0; i < work->source->n_records; i++) {
        const struct record *record = work->source->records[i];
        for (size_t k = 0; k < record->n_fields; k++) {
            const char *field = record->fields[k].name;
            if (strlen(field) == size && memcmp(field, name, size) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* What the author's own traverse functions do wrong is his still, where their text is
 * unchanged: it is only now that their type is held to it. */
static bool
is_of_author(const struct work *work, const struct source *after,
             const struct finding *finding)
{
    static const char *const rules[] = {"gc-traverse-ignored", "gc-traverse-effect",
                                        "gc-member-not-visited"};
    bool is_such = false;
    /* Memory or a lock that was never given back, once for the process before. */
    if (strcmp(finding->rule, "lifetime-resource-kept") == 0) {
        return true;
    }
    /* What he claims of free threading: a call becomes the slot, none is added. */
    if (strcmp(finding->rule, "claim-gil-not-used") == 0) {
        return true;
    }
    if (is_of_old_state(work, finding)) {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
        is_such |= strcmp(rules[i], finding->rule) == 0;
    }
    for (size_t i = 0; is_such && finding->path != NULL && i < after->n_files; i++) {
        const struct source_file *file = after->files[i];
        if (strcmp(file->path, finding->path) != 0 || finding->line == 0) {
            continue;
        }
        const struct source_file *old =
            prepared_original(&work->prepared, file->real_path);
        const char *line = file->text + file->lines[finding->line - 1];
        size_t size = strcspn(line, "\r\n");
        return old != NULL && memmem(old->text, old->size, line, size) != NULL;
    }
    return false;
}

static bool
was_known(const struct work *work, const struct finding *finding)
{
    for (size_t i = 0; i < work->before.n_items; i++) {
        const struct finding *known = &work->before.items[i];
        if (strcmp(known->rule, finding->rule) == 0
            && string_equal(known->symbol, finding->symbol))
        {
            return true;
        }
    }
    return false;
}

static const char *
real_path_of(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (strcmp(source->files[i]->path, path) == 0) {
            return source->files[i]->real_path;
        }
    }
    return path;
}

/* Read the result as if it were written: it must parse, and no check may find what it
 * did not find before.  Returns 1 if a module was refused, so that the rest is to be
 * verified again; -1 with ERR if reading failed. */
static int
verify(struct work *work, struct error *err)
{
    struct arena *arena = work->run->arena;
    struct source_request request = work->request;
    struct source_text *texts =
        ARENA_ARRAY(arena, struct source_text, work->n_files + request.n_texts + 1);
    struct source *after;
    struct findings findings;

    for (size_t i = 0; i < work->n_files; i++) {
        texts[i] = (struct source_text){work->files[i].real_path, work->files[i].text,
                                        work->files[i].size};
    }
    for (size_t i = 0; i < request.n_texts; i++) {
        texts[work->n_files + i] = request.texts[i];
    }
    if (work->options.abi3 != 0) {
        /* What the result uses must be in the limited API. */
        const char **arguments =
            ARENA_ARRAY(arena, const char *, request.n_arguments + 1);
        for (size_t i = 0; i < request.n_arguments; i++) {
            arguments[i] = request.arguments[i];
        }
        arguments[request.n_arguments++] =
            arena_format(arena, "-DPy_LIMITED_API=0x%08x", work->options.abi3);
        request.arguments = arguments;
    }
    request.texts = texts;
    request.n_texts += work->n_files;
    if (source_read(arena, &request, &after, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < after->n_problems; i++) {
        const struct source_problem *problem = &after->problems[i];
        bool is_old = false;
        for (size_t k = 0; k < work->source->n_problems; k++) {
            is_old |= strcmp(work->source->problems[k].message, problem->message) == 0;
        }
        if (!is_old) {
            refuse_culprits(
                work, problem->file != NULL ? problem->file->real_path : problem->path,
                arena_format(arena,
                             "the converted text does not compile (%s:%u: %s); nothing "
                             "was changed",
                             problem->path, problem->line, problem->message));
            return 1;
        }
    }
    findings_init(&findings, arena);
    checks_run(arena, after, &findings);
    for (size_t i = 0; i < findings.n_items; i++) {
        const struct finding *finding = &findings.items[i];
        if (finding->level != LEVEL_NOTE && !was_known(work, finding)
            && !is_of_author(work, after, finding))
        {
            refuse_culprits(
                work, finding->path != NULL ? real_path_of(after, finding->path) : "",
                arena_format(arena,
                             "the converted text would have a new fault "
                             "(%s:%u: %s [%s]); nothing was changed",
                             finding->path != NULL ? finding->path : "?", finding->line,
                             finding->message, finding->rule));
            return 1;
        }
    }
    return 0;
}

/* The path as `patch -p1` is to find it: from the current folder, else from the folder
 * that the user named. */
static const char *
shown_path(const struct work *work, const char *real_path)
{
    struct arena *arena = work->run->arena;
    const char *here = path_real(arena, ".");
    const char *shown = path_below(real_path, here);
    if (shown != real_path) {
        return shown;
    }
    for (size_t i = 0; i < work->request.n_paths; i++) {
        const char *named = path_real(arena, work->request.paths[i]);
        if (!file_is_folder(named)) {
            named = path_folder(arena, named);
        }
        shown = path_below(real_path, named);
        if (shown != real_path) {
            return shown;
        }
    }
    while (*shown == '/') {
        shown++;
    }
    return shown;
}

static const char *
diff_of(const struct work *work)
{
    CLEANUP(strbuf_done) struct strbuf diff = STRBUF_INIT;
    for (size_t i = 0; i < work->n_files; i++) {
        const struct changed_file *file = &work->files[i];
        const char *shown = shown_path(work, file->real_path);
        if (file->file != NULL) {
            const struct source_file *old =
                prepared_original(&work->prepared, file->real_path);
            diff_unified(&diff, shown, old->text, old->size, file->text, file->size);
        }
        else {
            diff_unified(&diff, shown, NULL, 0, file->text, file->size);
        }
    }
    return arena_copy(work->run->arena, diff.text, diff.size);
}

static int
apply_and_verify(struct work *work, struct error *err)
{
    for (;;) {
        apply(work);
        if (work->n_files == 0) {
            return 0;
        }
        int code = verify(work, err);
        if (code <= 0) {
            return code;
        }
        run_say_more(work->run, "this was tried, and refused:\n%s", diff_of(work));
    }
}

/* --- the answer ------------------------------------------------------------------------- */

static int
write_files(const struct work *work, struct error *err)
{
    struct written_file *files =
        ARENA_ARRAY(work->run->arena, struct written_file, work->n_files + 1);
    for (size_t i = 0; i < work->n_files; i++) {
        const struct changed_file *file = &work->files[i];
        const struct source_file *old =
            prepared_original(&work->prepared, file->real_path);
        files[i] = (struct written_file){file->real_path, file->text, file->size,
                                         old != NULL ? &old->stamp : NULL};
    }
    if (files_write(files, work->n_files, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < work->n_files; i++) {
        run_say(work->run, "wrote %s", work->files[i].path);
    }
    return 0;
}

/* What the reader could not parse is left to do, too. */
static void
keep_parse_errors(struct work *work)
{
    for (size_t i = 0; i < work->before.n_items; i++) {
        const struct finding *known = &work->before.items[i];
        if (strcmp(known->rule, "parse-error") == 0) {
            struct finding *finding =
                findings_add(&work->run->findings, known->rule, "%s", known->message);
            finding->path = known->path;
            finding->line = known->line;
            finding->column = known->column;
            finding->offset = known->offset;
            finding->evidence = known->evidence;
            finding->n_evidence = known->n_evidence;
        }
    }
}

/* A file that did not parse may use what would move: then nothing is written. */
static int
write_if_all_parsed(const struct work *work, struct error *err)
{
    if (work->source->n_problems != 0) {
        run_say(work->run, "nothing was written, because not every file parses");
        return 0;
    }
    return write_files(work, err);
}

static void
say_what_was_done(const struct work *work)
{
    size_t n_changed = 0, n_refused = 0;
    for (size_t i = 0; i < work->result.n_modules; i++) {
        const struct converted_module *module = &work->result.modules[i];
        n_changed += module->edits.n_items > 0;
        n_refused += module->is_refused;
    }
    if (work->result.n_modules == 0) {
        run_say(work->run, "no module definition was found");
        return;
    }
    run_say(work->run, "%zu module%s: %zu converted, %zu left, %zu with nothing to do",
            work->result.n_modules, work->result.n_modules == 1 ? "" : "s", n_changed,
            n_refused, work->result.n_modules - n_changed - n_refused);
}

/* A module whose result did not verify is tried once more, with its C data where it
 * is: what is left then moves for sure, and the module says what it supports. */
static int
convert_and_verify(struct work *work, struct strbuf *plan, struct error *err)
{
    struct run *run = work->run;
    size_t n_findings = run->findings.n_items;
    for (;;) {
        size_t n_failed = work->n_failed;
        convert_modules(work->source, &work->options, run->arena, &work->result,
                        &run->findings, plan);
        if (apply_and_verify(work, err) != 0) {
            return -1;
        }
        if (work->n_failed == n_failed || work->options.n_keep_data > 0) {
            return 0;
        }
        work->options.keep_data = work->failed;
        work->options.n_keep_data = work->n_failed;
        work->options.keep_reasons = work->reasons;
        run->findings.n_items = n_findings;
        plan->size = 0;
    }
}

/* What an earlier run that was killed left half done is taken back; what was read is
 * not what is there then. */
static int
recover(const struct work *work, struct error *err)
{
    for (size_t i = 0; i < work->source->n_files; i++) {
        const struct source_file *file = work->source->files[i];
        bool is_recovered;
        if (!file->is_project) {
            continue;
        }
        const char *folder = path_folder(work->run->arena, file->real_path);
        if (files_recover(folder, &is_recovered, err) != 0) {
            return -1;
        }
        if (is_recovered) {
            return error_set(err, ERROR_IO,
                             "an earlier run was killed while it wrote files; what it "
                             "had changed was taken back, so start again");
        }
    }
    return 0;
}

/* Let sources find insulate.h: the one of their own flags, else the program's. */
static void
add_insulate_header(struct work *work)
{
    struct arena *arena = work->run->arena;
    struct source_request *request = &work->request;
    struct source_text *text = ARENA_NEW(arena, struct source_text);
    const char **arguments =
        ARENA_ARRAY(arena, const char *, request->n_arguments + 2);
    for (size_t i = 0; i < request->n_arguments; i++) {
        arguments[i] = request->arguments[i];
    }
    arguments[request->n_arguments++] = "-isystem";
    arguments[request->n_arguments++] = INSULATE_HEADER_FOLDER;
    request->arguments = arguments;
    *text = insulate_header_text();
    request->texts = text;
    request->n_texts = 1;
}

static bool
includes_insulate_header(const struct work *work)
{
    for (size_t i = 0; i < work->n_files; i++) {
        if (strstr(work->files[i].text, "#include \"insulate.h\"") != NULL) {
            return true;
        }
    }
    return false;
}

/* The result is for no CPython as old as the headers at hand, which lack what it needs:
 * read the sources again with the oldest headers that have it. */
static int
read_with_newer_headers(struct work *work, struct error *err)
{
    struct arena *arena = work->run->arena;
    const struct convert_options *options = &work->options;
    unsigned wanted = options->abi3 > options->floor ? options->abi3 : options->floor;
    unsigned at_hand = work->prepared.source->python_version;
    if (at_hand == 0 || at_hand >> 16 >= wanted >> 16) {
        return 0;
    }
    struct python_header_list list = python_headers_list(arena);
    for (size_t i = 0; i < list.n_items; i++) {
        const struct python_header *header = &list.items[i];
        if (header->version >> 16 < wanted >> 16 || header->is_free_threaded) {
            continue;
        }
        struct configuration *with = ARENA_NEW(arena, struct configuration);
        *with = (struct configuration){
            .label = arena_format(arena, "the headers of CPython 3.%u",
                                  header->version >> 16 & 0xff),
            .headers = header->folder,
        };
        work->request.configuration = with;
        run_say(work->run, "read with %s", with->label);
        return prepared_read(arena, &work->request, options, &work->prepared,
                             err);
    }
    return error_set(err, ERROR_UNSUPPORTED,
                     "the headers at hand are of CPython 3.%u, too old for a result for "
                     "3.%u; name a newer Python with --python",
                     at_hand >> 16 & 0xff, wanted >> 16 & 0xff);
}

static int
run_convert(struct run *run, const struct convert_command *words)
{
    static const char *const current_folder[] = {"."};
    bool is_named = run->operands.n_items != 0;
    struct error err = ERROR_INIT;
    CLEANUP(strbuf_done) struct strbuf plan = STRBUF_INIT;
    struct work work = {
        .run = run,
        .request =
            {
                .paths = is_named ? run->operands.items : current_folder,
                .n_paths = is_named ? run->operands.n_items : 1,
                .database = words->database,
                .python = words->python,
                .libclang = words->libclang,
                .arguments = run->after.items,
                .n_arguments = run->after.n_items,
                .jobs = (unsigned)words->jobs,
            },
    };

    if (words->use_header) {
        add_insulate_header(&work);
    }
    if (parse_options(words, &work.options, &err) != 0
        || prepared_read(run->arena, &work.request, &work.options, &work.prepared,
                         &err)
               != 0
        || read_with_newer_headers(&work, &err) != 0)
    {
        return run_fail(run, &err);
    }
    work.source = work.prepared.source;
    if (keep_to_limited_api(run, words, work.source, &work.options, &err) != 0) {
        return run_fail(run, &err);
    }
    if (recover(&work, &err) != 0) {
        return run_fail(run, &err);
    }
    findings_init(&work.before, run->arena);
    checks_run(run->arena, work.source, &work.before);
    keep_parse_errors(&work);
    if (convert_and_verify(&work, &plan, &err) != 0) {
        return run_fail(run, &err);
    }
    prepared_place(&work.prepared, &run->findings);
    run->diff = diff_of(&work);
    if (words->write && !words->plan && write_if_all_parsed(&work, &err) != 0) {
        return run_fail(run, &err);
    }
    run->document = words->plan    ? arena_copy(run->arena, plan.text, plan.size)
                    : words->write ? ""
                                   : run->diff;
    say_what_was_done(&work);
    if (includes_insulate_header(&work)) {
        run_say(run, "the result includes insulate.h, which is installed with insulate: "
                     "pkg-config --cflags insulate, or insulate.get_include() in Python, "
                     "say where");
    }
    bool is_left = false;
    for (size_t i = 0; i < work.result.n_modules; i++) {
        is_left |= work.result.modules[i].is_refused;
    }
    return run_report(run, is_left);
}

int
cmd_convert(const struct command *self, int argc, char **argv)
{
    struct convert_command options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error, not the end */
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        code = run_convert(&run, &options);
    }
    return run_end(&run, code);
}
