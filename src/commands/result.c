#include "commands/result.h"

#include <string.h>

#include "convert/text/one_line_blocks.h"
#include "convert/text/reflow.h"
#include "edit/diff.h"

/* --- applying ------------------------------------------------------------- */

static struct changed_file *
add_file(struct work *work)
{
    ARENA_GROW(work->run->arena, work->files, work->n_files, work->capacity);
    return &work->files[work->n_files++];
}

void
result_reject(struct work *work, struct converted_module *module,
              const struct finding *cause)
{
    ARENA_GROW(work->run->arena, work->rejected, work->n_rejected,
               work->rejected_capacity);
    work->rejected[work->n_rejected++] =
        (struct rejected_result){module->definition, module->rung, *cause};
    module->is_refused = true;
    edits_init(&module->edits, work->run->arena);
}

void
result_refuse(struct work *work, struct converted_module *module, const char *message)
{
    const struct declaration *place = variable_declaration(module->definition);
    struct findings causes;
    findings_init(&causes, work->run->arena);
    struct finding *cause = findings_add(&causes, "state-not-converted", "%s", message);
    cause->path = place->file->path;
    cause->line = source_line(place->file, place->name);
    cause->column = source_column(place->file, place->name);
    cause->offset = place->name;
    cause->symbol = module->definition->name;
    cause->module = module->name;
    result_reject(work, module, cause);
}

bool
edits_touch(const struct edits *edits, const struct source_file *file)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        if (edits->items[i].file == file) {
            return true;
        }
    }
    return false;
}

void
result_edits(const struct work *work, struct edits *out)
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
 * MODEL, and in its STYLE; what a program writes as it is. */
static void
keep_file(struct work *work, const struct source_file *file, const char *path,
          const char *real_path, const struct strbuf *text,
          const struct source_file *model, const struct style *style)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *old =
        file != NULL ? prepared_original(&work->prepared, real_path) : NULL;
    if (model == NULL || (old != NULL && old->is_generated)) {
        strbuf_add(&out, text->text, text->size);
    }
    else {
        const struct reflow_request request = {old != NULL ? old->text : "",
                                               old != NULL ? old->size : 0, model->text,
                                               model->size, style->indent};
        convert_reflow(work->run->arena, &request, text->text, text->size, &out);
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

void
result_apply(struct work *work)
{
    struct arena *arena = work->run->arena;
    const struct style *styles = styles_of(arena, work->source);
    for (bool again = true; again;) {
        struct edits edits;
        again = false;
        result_edits(work, &edits);
        work->n_files = 0;
        for (size_t i = 0; i < work->source->n_files && !again; i++) {
            const struct source_file *file = work->source->files[i];
            CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
            struct error err = ERROR_INIT;
            if (!edits_touch(&edits, file)) {
                continue;
            }
            if (edits_render(&edits, file, 0, file->size, &text, &err) == 0) {
                CLEANUP(strbuf_done) struct strbuf expanded = STRBUF_INIT;
                const struct source_file *original =
                    prepared_original(&work->prepared, file->real_path);
                expand_one_line_blocks(work->source, &styles[file->id], &edits, file,
                                       original != NULL ? original : file, &text,
                                       &expanded);
                keep_file(work, file, file->path, file->real_path, &expanded, original,
                          &styles[file->id]);
                continue;
            }
            for (size_t k = 0; k < work->result.n_modules; k++) {
                if (edits_touch(&work->result.modules[k].edits, file)) {
                    result_refuse(
                        work, &work->result.modules[k],
                        arena_format(arena, "in %s, %s", file->path, err.message));
                }
            }
            again = true;
        }
        for (size_t i = 0; i < edits.n_new_files && !again; i++) {
            const struct new_file *file = &edits.new_files[i];
            CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
            const struct source_file *model = model_of(work, file->path);
            strbuf_add_string(&text, file->text);
            keep_file(work, NULL, file->path,
                      path_join(arena,
                                path_real(arena, path_folder(arena, file->path)),
                                path_base(file->path)),
                      &text, model, model != NULL ? &styles[model->id] : NULL);
        }
    }
}

/* --- as a patch ------------------------------------------------------------ */

const char *
patch_path(struct arena *arena, const char *const *named, size_t n_named,
           const char *real_path)
{
    const char *here = path_real(arena, ".");
    const char *shown = path_below(real_path, here);
    if (shown != real_path) {
        return shown;
    }
    for (size_t i = 0; i < n_named; i++) {
        const char *folder = path_real(arena, named[i]);
        if (!file_is_folder(folder)) {
            folder = path_folder(arena, folder);
        }
        shown = path_below(real_path, folder);
        if (shown != real_path) {
            return shown;
        }
    }
    while (*shown == '/') {
        shown++;
    }
    return shown;
}

const char *
result_diff(const struct work *work)
{
    CLEANUP(strbuf_done) struct strbuf diff = STRBUF_INIT;
    for (size_t i = 0; i < work->n_files; i++) {
        const struct changed_file *file = &work->files[i];
        const char *shown = patch_path(work->run->arena, work->request.paths,
                                       work->request.n_paths, file->real_path);
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
