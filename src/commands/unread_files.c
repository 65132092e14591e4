#include "commands/unread_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/macros.h"
#include "model/tokens.h"

/* Names with external linkage that the changed files define, or use without a definition. */
struct names {
    struct arena *arena;
    const char **items; /* sorted */
    size_t n_items, capacity;
};

static bool
is_changed(const struct work *work, const struct source_file *file)
{
    for (size_t i = 0; i < work->n_files; i++) {
        if (file != NULL && work->files[i].file == file) {
            return true;
        }
    }
    return false;
}

static bool
uses_are_in_changed(const struct work *work, const struct node *const *uses, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (is_changed(work, uses[i]->file)) {
            return true;
        }
    }
    return false;
}

static void
add_name(struct names *names, const char *name)
{
    ARENA_GROW(names->arena, names->items, names->n_items, names->capacity);
    names->items[names->n_items++] = name;
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
collect_names(const struct work *work, struct names *names)
{
    const struct source *source = work->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        bool is_defined = function->body != NULL && !function->file->is_broken;
        if (function->in_project && !function->is_static
            && (is_defined
                    ? is_changed(work, function->file)
                    : uses_are_in_changed(work, function->uses, function->n_uses)))
        {
            add_name(names, function->name);
        }
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        const struct declaration *d = variable_declaration(variable);
        bool is_external = variable->storage == STORAGE_GLOBAL
                           || variable->storage == STORAGE_EXTERN;
        if (variable->in_project && is_external
            && ((d != NULL && is_changed(work, d->file))
                || uses_are_in_changed(work, variable->uses, variable->n_uses)))
        {
            add_name(names, variable->name);
        }
    }
    if (names->n_items > 0) {
        qsort(names->items, names->n_items, sizeof *names->items, compare_names);
    }
}

/* The name that the SIZE bytes of TEXT spell, or NULL. */
static const char *
find_name(const struct names *names, const char *text, size_t size)
{
    size_t low = 0, high = names->n_items;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *name = names->items[middle];
        int order = strncmp(name, text, size);
        order = order != 0 ? order : name[size] != '\0';
        if (order == 0) {
            return name;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

/* Is FILE held by no unit that was read? */
static bool
is_unread(const struct source_file *file)
{
    for (size_t i = 0; i < file->n_mains; i++) {
        if (!file->mains[i]->is_broken) {
            return false;
        }
    }
    return file->is_project && file->is_broken;
}

/* The changed file whose name TEXT, a string of a directive, ends with; NULL: none. */
static const struct source_file *
included_file(const struct work *work, const char *text, size_t size)
{
    for (size_t i = 0; i < work->n_files; i++) {
        const struct source_file *file = work->files[i].file;
        const char *name = file != NULL ? path_base(file->path) : NULL;
        size_t length = name != NULL ? strlen(name) : 0;
        if (length > 0 && size >= length + 2
            && memcmp(text + size - 1 - length, name, length) == 0)
        {
            return file;
        }
    }
    return NULL;
}

/* Why FILE, which was not read, may depend on what changes; NULL: it cannot. */
static const char *
cause_in(const struct work *work, const struct names *names, const struct source_file *file)
{
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        const char *text = file->text + token->begin;
        size_t size = token->end - token->begin;
        if (token->kind == TOKEN_IDENTIFIER) {
            const char *name = find_name(names, text, size);
            if (name != NULL) {
                return arena_format(names->arena, "names '%s'", name);
            }
        }
        else if (token->kind == TOKEN_STRING && token->directive != 0) {
            const struct source_file *included = included_file(work, text, size);
            if (included != NULL) {
                return arena_format(names->arena, "includes %s", included->path);
            }
        }
    }
    return NULL;
}

const char *
unread_file_concerned(const struct work *work)
{
    struct arena *arena = work->run->arena;
    struct names names = {.arena = arena};
    const struct source *source = work->source;
    for (size_t i = 0; i < source->n_problems; i++) {
        if (source->problems[i].is_unread || source->problems[i].file == NULL) {
            return arena_format(arena, "%s could not be read", source->problems[i].path);
        }
    }
    for (size_t i = 0; i < work->n_files; i++) {
        const struct source_file *file = work->files[i].file;
        if (file != NULL && file->is_broken) {
            return arena_format(arena, "a file that includes %s does not parse", file->path);
        }
    }
    collect_names(work, &names);
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        const char *cause = is_unread(file) ? cause_in(work, &names, file) : NULL;
        if (cause != NULL) {
            return arena_format(arena, "%s does not parse, and %s", file->path, cause);
        }
    }
    return NULL;
}
