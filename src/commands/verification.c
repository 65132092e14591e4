/* The result of `insulate convert`, read again. */
#include <string.h>

#include "checks/checks.h"
#include "commands/result.h"

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
                && (pass == 1 || (file != NULL && edits_touch(&module->edits, file))))
            {
                result_refuse(work, module, message);
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

int
result_verify(struct work *work, struct error *err)
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
