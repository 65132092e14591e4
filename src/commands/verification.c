/* The result of `insulate convert`, read again. */
#include <string.h>

#include "checks/checks.h"
#include "commands/result.h"
#include "convert/verification.h"

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
    struct verification verification = {work->source, after, &work->prepared,
                                        &work->before};
    const char *message = NULL;
    const char *culprit = verification_problem(arena, &verification, &message);
    if (culprit == NULL) {
        findings_init(&findings, arena);
        checks_run(arena, after, &findings);
        culprit = verification_finding(arena, &verification, &findings, &message);
    }
    if (culprit != NULL) {
        refuse_culprits(work, culprit, message);
        return 1;
    }
    return 0;
}
