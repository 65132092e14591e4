#include "commands/forced_reading.h"

#include <string.h>

static void
add_path(struct arena *arena, struct source_request *request, const char *path)
{
    for (size_t i = 0; i < request->n_paths; i++) {
        if (strcmp(request->paths[i], path) == 0) {
            return;
        }
    }
    const char **paths = ARENA_ARRAY(arena, const char *, request->n_paths + 1);
    for (size_t i = 0; i < request->n_paths; i++) {
        paths[i] = request->paths[i];
    }
    paths[request->n_paths++] = path;
    request->paths = paths;
}

int
forced_read(const struct work *work, const struct source_request *request,
            const struct source *source, const struct forced_branch *forced,
            struct source **out, struct error *err)
{
    struct arena *arena = work->run->arena;
    struct source_request other = *request;
    struct source_text *texts =
        ARENA_ARRAY(arena, struct source_text, source->n_files + request->n_texts + 1);
    other.paths = NULL;
    other.n_paths = other.n_texts = 0;
    for (size_t i = 0; i < forced->n_files; i++) {
        const struct source_file *file = forced->files[i];
        for (size_t k = 0; k < file->n_mains; k++) {
            add_path(arena, &other, file->mains[k]->path);
        }
    }
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        const char *text = file->is_project ? forced_text(arena, file, forced) : NULL;
        if (text != NULL) {
            texts[other.n_texts++] =
                (struct source_text){file->real_path, text, file->size};
        }
    }
    /* The first text for a file counts. */
    for (size_t i = 0; i < request->n_texts; i++) {
        texts[other.n_texts] = request->texts[i];
        bool is_known = false;
        for (size_t k = 0; k < other.n_texts; k++) {
            is_known |= strcmp(texts[k].real_path, texts[other.n_texts].real_path) == 0;
        }
        other.n_texts += !is_known;
    }
    other.texts = texts;
    return source_read(arena, &other, out, err);
}

bool
forced_has_entries(const struct source *first, const struct source *forced)
{
    for (size_t i = 0; i < first->n_functions; i++) {
        const struct function *entry = first->functions[i];
        if (!string_starts(entry->name, "PyInit_") || entry->body == NULL
            || source_file_named(forced, entry->file->path) == NULL)
        {
            continue;
        }
        const struct function *same = source_function(forced, entry->name);
        if (same == NULL || same->body == NULL) {
            return false;
        }
    }
    return true;
}

static void
say_unread(const struct work *work, const struct forced_branch *forced,
                  const char *why, struct plan_names *io_names)
{
    struct arena *arena = work->run->arena;
    const char *words =
        arena_format(arena, "%s: %s", forced_branch_words(arena, forced), why);
    if (!plan_names_have(io_names, words)) {
        plan_names_add(arena, io_names, words);
    }
}

void
forced_say_problem(const struct work *work, const struct forced_branch *forced,
                   const struct source_problem *problem, struct plan_names *io_names)
{
    say_unread(work, forced,
                      arena_format(work->run->arena, "%s:%u: %s", problem->path, problem->line,
                                   problem->message),
                      io_names);
}

void
forced_say_too_many(const struct work *work, const struct forced_branch *forced, int n_read,
                    struct plan_names *io_names)
{
    say_unread(
        work, forced,
        arena_format(work->run->arena, "%d other configurations were read", n_read), io_names);
}
