#include "csource/includers.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/map.h"
#include "csource/arguments.h"
#include "csource/database.h"
#include "csource/flags.h"
#include "csource/foreign_folders.h"
#include "csource/lexer.h"
#include "model/tokens.h"

/* What a file includes, by its text: in any branch. */
struct inclusions {
    struct path_list quoted, others; /* "x.h" and <x.h> */
    bool has_computed;               /* #include MACRO */
};

struct search {
    struct arena *arena;
    struct map wanted;  /* real paths */
    struct map known;   /* real path -> struct inclusions */
    struct map visited; /* real paths, for one unit */
    struct path_list folders; /* that the unit searches */
};

static void
add_path(struct arena *arena, struct path_list *list, const char *path)
{
    ARENA_GROW(arena, list->paths, list->n_paths, list->capacity);
    list->paths[list->n_paths++] = path;
}

/* --- the text ------------------------------------------------------------- */

static void
add_inclusion(struct arena *arena, const struct source_file *file, size_t name,
              struct inclusions *out)
{
    const struct token *token = &file->tokens[name];
    const char *text = file->text + token->begin;
    if (token->kind == TOKEN_STRING) {
        size_t size = token->end - token->begin;
        add_path(arena, &out->quoted, arena_copy(arena, text + 1, size > 2 ? size - 2 : 0));
    }
    else if (*text == '<') {
        add_path(arena, &out->others, arena_copy(arena, text + 1, strcspn(text + 1, ">\n")));
    }
    else {
        out->has_computed = true;
    }
}

static const struct inclusions *
inclusions_of(struct search *search, const char *real_path)
{
    static const char *const words[] = {"include", "include_next", "import"};
    struct inclusions *known = map_find_string(&search->known, real_path);
    if (known != NULL) {
        return known;
    }
    known = ARENA_NEW(search->arena, struct inclusions);
    map_set_string(&search->known, real_path, known);
    struct error ignored = ERROR_INIT;
    struct source_file file = {.path = real_path};
    char *text;
    size_t size;
    if (file_read(search->arena, real_path, LIMIT_SOURCE_SIZE, &text, &size, NULL,
                  &ignored)
        != 0)
    {
        return known;
    }
    lex(search->arena, &file, text, (uint32_t)size);
    for (size_t i = 0; i < file.n_tokens; i++) {
        size_t before = token_before(&file, i), name = token_after(&file, i);
        bool is_one = file.tokens[i].directive != 0 && name != file.n_tokens
                      && before != file.n_tokens && token_is(&file, before, "#");
        for (size_t k = 0; is_one && k < ARRAY_LENGTH(words); k++) {
            if (token_is(&file, i, words[k])) {
                add_inclusion(search->arena, &file, name, known);
            }
        }
    }
    return known;
}

/* --- what it reaches -------------------------------------------------------- */

static bool reaches(struct search *search, const char *real_path, int depth);

/* Does NAME, in FOLDER, reach a wanted file?  The first folder that has it counts: then
 * *OUT_IS_FOUND is set. */
static bool
reaches_in(struct search *search, const char *folder, const char *name, int depth,
           bool *out_is_found)
{
    const char *path = path_join(search->arena, folder, name);
    *out_is_found = file_exists(path) && !file_is_folder(path);
    return *out_is_found
           && reaches(search, path_real(search->arena, path), depth + 1);
}

static bool
reaches_by_name(struct search *search, const char *beside, const char *name, int depth)
{
    bool is_found = false;
    if (beside != NULL && reaches_in(search, beside, name, depth, &is_found)) {
        return true;
    }
    for (size_t i = 0; i < search->folders.n_paths && !is_found; i++) {
        if (reaches_in(search, search->folders.paths[i], name, depth, &is_found)) {
            return true;
        }
    }
    return false;
}

static bool
reaches(struct search *search, const char *real_path, int depth)
{
    if (map_find_string(&search->wanted, real_path) != NULL) {
        return true;
    }
    if (map_find_string(&search->visited, real_path) != NULL || depth == LIMIT_PATH_DEPTH)
    {
        return false;
    }
    map_set_string(&search->visited, real_path, search);
    const struct inclusions *inclusions = inclusions_of(search, real_path);
    const char *beside = path_folder(search->arena, real_path);
    bool is_found = inclusions->has_computed;
    for (size_t i = 0; i < inclusions->quoted.n_paths && !is_found; i++) {
        is_found = reaches_by_name(search, beside, inclusions->quoted.paths[i], depth);
    }
    for (size_t i = 0; i < inclusions->others.n_paths && !is_found; i++) {
        is_found = reaches_by_name(search, NULL, inclusions->others.paths[i], depth);
    }
    return is_found;
}

/* --- units ------------------------------------------------------------------ */

/* A folder of Python's or the system's: no header there includes one of the project. */
static bool
is_system_folder(struct arena *arena, const char *folder)
{
    return path_below(folder, "/usr") != folder
           || file_exists(path_join(arena, folder, "Python.h"));
}

/* Does the unit at REAL_PATH, as COMMAND compiles it (NULL: nobody said how), reach a wanted
 * file? */
static int
unit_reaches(struct search *search, const struct source_request *request, const char *real_path,
             const struct compile_command *command, struct python_headers *headers,
             bool *out_reaches, struct error *err)
{
    static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    struct arena *arena = search->arena;
    struct plan plan = {0};
    struct unit_plan unit = {.path = real_path, .real_path = real_path};
    if (plan_arguments(arena, request, command, NULL, headers, &plan, &unit, err) != 0) {
        return -1;
    }
    map_init(&search->visited, arena);
    search->folders.n_paths = 0;
    *out_reaches = false;
    for (size_t i = 0; i + 1 < unit.n_arguments; i++) {
        const char *value = unit.arguments[i + 1];
        for (size_t k = 0; k < ARRAY_LENGTH(options); k++) {
            if (strcmp(unit.arguments[i], options[k]) == 0
                && !is_system_folder(arena, value))
            {
                add_path(arena, &search->folders, value);
            }
        }
        /* -Xclang -include -Xclang FILE */
        if (strcmp(unit.arguments[i], "-include") == 0 && i + 2 < unit.n_arguments) {
            *out_reaches |=
                reaches(search, path_real(arena, unit.arguments[i + 2]), 0);
        }
    }
    *out_reaches |= reaches(search, real_path, 0);
    return 0;
}

static bool
is_read(const struct source *source, const char *real_path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_main
            && strcmp(source->files[i]->real_path, real_path) == 0)
        {
            return true;
        }
    }
    return false;
}

static bool
says_same(const struct compile_command *a, const struct compile_command *b)
{
    bool is_same = a->n_words == b->n_words && strcmp(a->folder, b->folder) == 0;
    for (size_t i = 0; i < a->n_words && is_same; i++) {
        is_same = strcmp(a->words[i], b->words[i]) == 0;
    }
    return is_same;
}

static int
by_entry(const void *a, const void *b)
{
    const struct includer *x = a, *y = b;
    if (x->entry != y->entry || x->is_unlisted == y->is_unlisted) {
        return x->entry == y->entry ? strcmp(x->path, y->path) : x->entry < y->entry ? -1 : 1;
    }
    return x->is_unlisted ? 1 : -1;
}

static void
add_includer(struct arena *arena, struct includers *out, struct includer item)
{
    ARENA_GROW(arena, out->items, out->n_items, out->capacity);
    out->items[out->n_items++] = item;
}

/* Is the file at REAL_PATH a copy of one that was read, as a build makes them? */
static bool
is_copy(struct arena *arena, const struct source *source, const char *real_path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        char *text;
        size_t size;
        struct error unread = ERROR_INIT;
        if (file->is_main && strcmp(path_base(file->real_path), path_base(real_path)) == 0
            && file_read(arena, real_path, LIMIT_SOURCE_SIZE, &text, &size, NULL, &unread) == 0
            && size == file->size && memcmp(text, file->text, size) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Where single files are named and a header among FILES changes: the other sources of their
 * projects. */
static int
add_neighbours(struct arena *arena, const struct source_request *request,
               const struct source *source, const char *const *files, size_t n_files,
               struct path_list *out, struct error *err)
{
    bool has_header = false;
    struct map seen;
    struct foreign_folders foreign;
    for (size_t i = 0; i < n_files; i++) {
        has_header |= is_header_name(files[i]);
    }
    map_init(&seen, arena);
    foreign_folders_init(arena, request, &foreign);
    for (size_t i = 0; i < request->n_paths && has_header; i++) {
        struct path_list list = {.paths = NULL};
        if (file_is_folder(request->paths[i])) {
            continue;
        }
        const char *folder = project_folder(arena, request->paths[i]);
        if (map_find_string(&seen, folder) != NULL) {
            continue;
        }
        map_set_string(&seen, folder, out);
        if (file_list(arena, folder, is_source_name, &list, err) != 0) {
            return -1;
        }
        for (size_t k = 0; k < list.n_paths; k++) {
            const char *real_path = path_real(arena, list.paths[k]);
            if (map_find_string(&seen, real_path) == NULL && !file_is_folder(real_path)
                && !is_read(source, real_path)
                && !foreign_folders_take(&foreign, real_path, false)
                && !is_copy(arena, source, real_path))
            {
                map_set_string(&seen, real_path, out);
                add_path(arena, out, real_path);
            }
        }
    }
    return 0;
}

int
includers_find(struct arena *arena, const struct source_request *request,
               const struct source *source, const char *const *files, size_t n_files,
               struct includers *out, struct error *err)
{
    struct database database;
    struct python_headers headers = {0};
    struct search search = {.arena = arena};
    *out = (struct includers){0};
    map_init(&search.wanted, arena);
    map_init(&search.known, arena);
    for (size_t i = 0; i < n_files; i++) {
        map_set_string(&search.wanted, files[i], out);
    }
    if (request_open_database(arena, request, &database, err) != 0) {
        return -1;
    }
    out->database = database.path;
    for (size_t i = 0; i < database.n_items; i++) {
        const struct compile_command *command = database.items[i];
        const struct compile_command *last =
            map_find_string(&database.by_file, command->real_path);
        bool is_last = last == command;
        bool is_wanted = false;
        if ((is_last && is_read(source, command->real_path))
            || (!is_last && says_same(command, last))
            || !is_source_name(command->real_path) || !file_exists(command->real_path))
        {
            continue;
        }
        if (unit_reaches(&search, request, command->real_path, command, &headers, &is_wanted,
                         err)
            != 0)
        {
            return -1;
        }
        if (is_wanted) {
            add_includer(arena, out,
                         (struct includer){command->real_path, is_last ? 0 : i + 1, false});
        }
    }
    struct path_list unlisted = {.paths = NULL};
    for (size_t i = 0; i < source->n_outside; i++) {
        add_path(arena, &unlisted, source->outside[i]);
    }
    if (add_neighbours(arena, request, source, files, n_files, &unlisted, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < unlisted.n_paths; i++) {
        const char *real_path = unlisted.paths[i];
        bool is_wanted = false;
        if (map_find_string(&database.by_file, real_path) != NULL) {
            continue;
        }
        if (unit_reaches(&search, request, real_path, nearest_entry(&database, NULL, real_path),
                         &headers, &is_wanted, err)
            != 0)
        {
            return -1;
        }
        if (is_wanted) {
            add_includer(arena, out, (struct includer){real_path, 0, true});
        }
    }
    if (out->n_items > 1) {
        qsort(out->items, out->n_items, sizeof *out->items, by_entry);
    }
    return 0;
}
