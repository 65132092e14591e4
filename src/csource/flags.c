#include "csource/flags.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "csource/arguments.h"
#include "csource/database.h"
#include "csource/expansion.h"
#include "csource/lexer.h"
#include "csource/overlay.h"
#include "model/tokens.h"

/* --- names --------------------------------------------------------------- */

static const char *const c_endings[] = {".c"};
static const char *const cxx_endings[] = {".cc", ".cpp", ".cxx", ".c++", ".C"};
static const char *const header_endings[] = {".h", ".hh", ".hpp", ".hxx"};

static bool
ends_with_any(const char *name, const char *const *endings, size_t n_endings)
{
    for (size_t i = 0; i < n_endings; i++) {
        if (string_ends(name, endings[i])) {
            return true;
        }
    }
    return false;
}

static bool
is_cxx_name(const char *name)
{
    return ends_with_any(name, cxx_endings, ARRAY_LENGTH(cxx_endings));
}

bool
is_source_name(const char *name)
{
    return ends_with_any(name, c_endings, ARRAY_LENGTH(c_endings)) || is_cxx_name(name);
}

bool
unit_plan_is_cxx(const struct unit_plan *unit)
{
    bool is_cxx = is_cxx_name(unit->real_path);
    for (size_t i = 0; i + 1 < unit->n_arguments; i++) {
        if (strcmp(unit->arguments[i], "-x") == 0) {
            is_cxx = strcmp(unit->arguments[i + 1], "c") != 0;
        }
    }
    return is_cxx;
}

bool
is_header_name(const char *name)
{
    return ends_with_any(name, header_endings, ARRAY_LENGTH(header_endings));
}

/* --- the database --------------------------------------------------------- */

/* compile_commands.json in the folder of PATH or above it, or NULL. */
static const char *
find_database(struct arena *arena, const char *path)
{
    const char *folder = path_full(arena, path);
    if (!file_is_folder(folder)) {
        folder = path_folder(arena, folder);
    }
    for (int depth = 0; depth < LIMIT_PATH_DEPTH; depth++) {
        const char *candidate = path_join(arena, folder, "compile_commands.json");
        if (file_exists(candidate)) {
            return candidate;
        }
        if (strcmp(folder, "/") == 0) {
            break;
        }
        folder = path_folder(arena, folder);
    }
    return NULL;
}

const char *
project_folder(struct arena *arena, const char *path)
{
    static const char *const marks[] = {"pyproject.toml", "setup.py", "meson.build",
                                        "CMakeLists.txt", ".git"};
    const char *own = path_full(arena, path);
    own = file_is_folder(own) ? own : path_folder(arena, own);
    const char *folder = own;
    for (int depth = 0; depth < LIMIT_PATH_DEPTH && strcmp(folder, "/") != 0; depth++) {
        for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
            if (file_exists(path_join(arena, folder, marks[i]))) {
                return folder;
            }
        }
        folder = path_folder(arena, folder);
    }
    return own;
}

int
request_open_database(struct arena *arena, const struct source_request *request,
                      struct database *database, struct error *err)
{
    database_init(database, arena);
    const char *path = request->database;
    const char *project =
        request->n_paths ? project_folder(arena, request->paths[0]) : NULL;
    if (path == NULL) {
        path = request->n_paths ? find_database(arena, request->paths[0]) : NULL;
    }
    else if (file_is_folder(path)) {
        path = path_join(arena, path, "compile_commands.json");
    }
    if (path != NULL && database_read(arena, path, project, database, err) != 0) {
        return -1;
    }
    if (request->entry != 0 && request->entry <= database->n_items) {
        struct compile_command *command = database->items[request->entry - 1];
        map_set_string(&database->by_file, command->real_path, command);
    }
    return 0;
}

/* --- which files --------------------------------------------------------- */

struct candidate {
    const char *path, *real_path;
    bool is_named;    /* itself on the command line, not only its folder */
    bool is_included; /* by another candidate: part of that one's unit */
    const char *refusal; /* why it cannot be read; NULL: it can */
    bool uses_python;    /* its text has names of Python's C API */
    const char *text;    /* NULL: it cannot be read */
    size_t size;
};

struct candidates {
    struct candidate *items;
    size_t n_items, capacity;
    struct map by_real_path; /* -> size_t: the number in items */
};

static bool
is_wanted_name(const char *name)
{
    return is_source_name(name) || generator_reads_name(name);
}

/* Keep the file at PATH, if it is a generator's input by what it says, too.  What cannot
 * be read is none. */
static bool
take_input(struct arena *arena, const char *path, bool is_named, struct plan *plan)
{
    struct error ignored = ERROR_INIT;
    char *text;
    size_t size;
    if (!generator_reads_name(path)
        || file_read(arena, path, LIMIT_SOURCE_SIZE, &text, &size, NULL, &ignored) != 0)
    {
        return false;
    }
    enum generator generator = generator_reading(path, text);
    if (generator == GENERATOR_NONE) {
        return false;
    }
    const char *real = path_real(arena, path);
    const size_t *known = map_find_string(&plan->inputs_by_path, real);
    if (known != NULL) {
        plan->inputs[*known].is_named |= is_named;
        return true;
    }
    size_t *number = ARENA_NEW(arena, size_t);
    *number = plan->n_inputs;
    map_set_string(&plan->inputs_by_path, real, number);
    ARENA_GROW(arena, plan->inputs, plan->n_inputs, plan->inputs_capacity);
    plan->inputs[plan->n_inputs++] = (struct generator_input){
        .path = path, .generator = generator, .is_named = is_named};
    return true;
}

static int
collect(struct arena *arena, const struct source_request *request,
        struct plan *plan, struct candidates *candidates, struct error *err)
{
    map_init(&candidates->by_real_path, arena);
    for (size_t i = 0; i < request->n_paths; i++) {
        struct path_list list = {NULL, 0, 0};
        const char *path = request->paths[i];
        bool is_text = overlay_find(request, path_full(arena, path)) != NULL;
        if (is_text && !file_exists(path)) {
            list.paths = ARENA_NEW(arena, const char *);
            list.paths[list.n_paths++] = path;
        }
        else if (file_list(arena, path, is_wanted_name, &list, err) != 0) {
            return -1;
        }
        bool is_folder = file_is_folder(path);
        if (!is_folder && take_input(arena, path, true, plan)) {
            continue;
        }
        if (!is_folder && !is_source_name(path) && !is_header_name(path)) {
            return error_set(err, ERROR_USAGE, "%s is not a C or C++ file", path);
        }
        for (size_t k = 0; k < list.n_paths; k++) {
            const char *real = is_text ? path_full(arena, list.paths[k])
                                       : path_real(arena, list.paths[k]);
            const char *refusal = NULL;
            if (!is_text && access(real, R_OK) != 0) {
                error_set_errno(err, "cannot read %s", list.paths[k]);
                if (!is_folder) {
                    return -1;
                }
                refusal = arena_string(arena, err->message);
            }
            else if (is_folder && file_is_folder(real)) {
                refusal = arena_format(arena,
                                       "this directory is not read: it is nested more "
                                       "than %d levels deep; name it explicitly to "
                                       "read it",
                                       LIMIT_PATH_DEPTH);
            }
            if (map_find_string(&candidates->by_real_path, real) != NULL
                || foreign_folders_take(plan->foreign, real, false))
            {
                continue;
            }
            if (is_folder && !is_source_name(list.paths[k]) && !file_is_folder(real)) {
                take_input(arena, list.paths[k], false, plan);
                continue;
            }
            ARENA_GROW(arena, candidates->items, candidates->n_items,
                       candidates->capacity);
            candidates->items[candidates->n_items++] = (struct candidate){
                .path = list.paths[k],
                .real_path = real,
                .is_named = !is_folder,
                .refusal = refusal};
            size_t *number = ARENA_NEW(arena, size_t);
            *number = candidates->n_items - 1;
            map_set_string(&candidates->by_real_path, real, number);
        }
    }
    return 0;
}

static struct candidate *
candidate_of(struct candidates *candidates, const char *real_path)
{
    const size_t *number = map_find_string(&candidates->by_real_path, real_path);
    return number != NULL ? &candidates->items[*number] : NULL;
}

/* A name of Python's C API: Py_None, PyObject, _PyArg_Parser, Python (of <Python.h>). */
static bool
has_api_name(const struct source_file *file)
{
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        const char *name = file->text + token->begin;
        if (token->kind == TOKEN_IDENTIFIER
            && string_starts(name + (*name == '_'), "Py"))
        {
            return true;
        }
        if (token->kind == TOKEN_STRING && string_starts(name, "\"Python.h\"")) {
            return true;
        }
    }
    return false;
}

/* Mark what the file at PATH includes as part of its unit.  Only names in
 * quotes that end like a source: `#include "part.c"`. */
static int
mark_included(struct arena *arena, const struct source_request *request,
              struct candidates *candidates, struct candidate *including,
              struct error *err)
{
    struct source_file file = {.path = including->path};
    const struct source_text *instead = overlay_find(request, including->real_path);
    char *text;
    size_t size;
    if (including->refusal != NULL) {
        return 0;
    }
    if (instead != NULL) {
        text = arena_copy(arena, instead->text, instead->size);
        size = instead->size;
    }
    else if (file_read(arena, including->path, LIMIT_SOURCE_SIZE, &text, &size, NULL, err)
             != 0)
    {
        /* One bad file of a folder does not keep the others from being read. */
        including->refusal = arena_string(arena, err->message);
        return including->is_named ? -1 : 0;
    }
    including->text = text;
    including->size = size;
    if (strstr(text, "#") == NULL) {
        return 0;
    }
    lex(arena, &file, text, (uint32_t)size);
    including->uses_python = has_api_name(&file);
    if (expansion_is_endless(arena, &file)) {
        including->refusal = "the macro expansion is too large to parse";
    }
    for (size_t i = 0; i < file.n_tokens; i++) {
        if (file.tokens[i].directive == 0 || !token_is(&file, i, "include")) {
            continue;
        }
        size_t name = token_after(&file, i);
        if (name == file.n_tokens || file.tokens[name].kind != TOKEN_STRING) {
            continue;
        }
        const struct token *token = &file.tokens[name];
        const char *target = arena_copy(arena, file.text + token->begin + 1,
                                        token->end - token->begin - 2);
        if (!is_source_name(target)) {
            continue;
        }
        const char *beside =
            path_join(arena, path_folder(arena, including->real_path), target);
        struct candidate *included = candidate_of(candidates, path_real(arena, beside));
        if (included != NULL && included != including) {
            included->is_included = true;
        }
    }
    return 0;
}

/* --- the plan ------------------------------------------------------------ */

const struct compile_command *
nearest_entry(const struct database *database, const char *folder,
              const char *real_path)
{
    const struct map_entry *best = NULL;
    size_t best_size = 0;
    for (size_t i = 0; i < database->by_file.capacity; i++) {
        const struct map_entry *known = &database->by_file.entries[i];
        if (known->value == NULL || is_cxx_name(known->key) != is_cxx_name(real_path)
            || (folder != NULL && path_below(known->key, folder) == known->key))
        {
            continue;
        }
        size_t size = 0;
        for (size_t k = 0; known->key[k] != '\0' && known->key[k] == real_path[k]; k++)
        {
            size = known->key[k] == '/' ? k : size;
        }
        if (best == NULL || size > best_size
            || (size == best_size && strcmp(known->key, best->key) < 0))
        {
            best = known;
            best_size = size;
        }
    }
    return best ? best->value : NULL;
}

static int
plan_unit(struct arena *arena, const struct source_request *request,
          const struct candidate *candidate, const struct compile_command *entry,
          struct python_headers *headers, struct plan *plan, struct error *err)
{
    ARENA_GROW(arena, plan->units, plan->n_units, plan->capacity);
    struct unit_plan *unit = &plan->units[plan->n_units];
    *unit = (struct unit_plan){.path = candidate->path,
                               .real_path = candidate->real_path,
                               .is_guessed = entry == NULL,
                               .refusal = candidate->refusal};
    const char *language = NULL;
    if (entry == NULL && is_header_name(candidate->real_path)) {
        language = string_ends(candidate->real_path, ".h") ? "c" : "c++";
    }
    if (plan_arguments(arena, request, entry, language, headers, plan, unit, err) != 0) {
        return -1;
    }
    plan->n_units++;
    return 0;
}

/* Builds copy sources: is there one of the same name and text that DATABASE knows? */
static bool
is_copy_of_listed(const struct candidates *candidates, const struct database *database,
                  const struct candidate *candidate)
{
    for (size_t i = 0; i < candidates->n_items; i++) {
        const struct candidate *other = &candidates->items[i];
        if (other != candidate && other->text != NULL && other->size == candidate->size
            && strcmp(path_base(other->real_path), path_base(candidate->real_path)) == 0
            && memcmp(other->text, candidate->text, candidate->size) == 0
            && map_find_string(&database->by_file, other->real_path) != NULL)
        {
            return true;
        }
    }
    return false;
}

static void
add_unlisted(struct arena *arena, struct plan *plan, const char *path)
{
    ARENA_GROW(arena, plan->unlisted, plan->n_unlisted, plan->unlisted_capacity);
    plan->unlisted[plan->n_unlisted++] = path;
}

static void
add_outside(struct arena *arena, struct plan *plan, const char *real_path)
{
    struct path_list *list = &plan->outside;
    ARENA_GROW(arena, list->paths, list->n_paths, list->capacity);
    list->paths[list->n_paths++] = real_path;
}

/* --- headers that nobody told the place of ------------------------------- */

static int
list_own_headers(struct arena *arena, const struct source_request *request,
                 struct plan *plan, struct error *err)
{
    bool is_wanted = false;
    for (size_t i = 0; i < plan->n_units; i++) {
        is_wanted = is_wanted || plan->units[i].is_guessed;
    }
    if (!is_wanted) {
        return 0;
    }
    return file_list(arena, project_folder(arena, request->paths[0]), is_header_name,
                     &plan->own_headers, err);
}

char *
plan_find_header(const struct plan *plan, const char *name)
{
    size_t size = strlen(name);
    const char *found = NULL;
    for (size_t i = 0; i < plan->own_headers.n_paths; i++) {
        const char *path = plan->own_headers.paths[i];
        size_t path_size = strlen(path);
        if (path_size <= size || path[path_size - size - 1] != '/'
            || strcmp(path + path_size - size, name) != 0)
        {
            continue;
        }
        if (found != NULL) {
            return NULL; /* which one is a matter of the build */
        }
        found = path;
    }
    return found ? strndup(found, strlen(found) - size - 1) : NULL;
}

/* --- what may be shown ---------------------------------------------------- */

static void
add_root(struct arena *arena, struct plan *plan, const char *folder)
{
    struct path_list *roots = &plan->roots;
    ARENA_GROW(arena, roots->paths, roots->n_paths, roots->capacity);
    roots->paths[roots->n_paths++] = path_real(arena, folder);
}

static void
add_roots(struct arena *arena, const struct source_request *request,
          const struct database *database, struct plan *plan)
{
    static const char *const systems[] = {"/usr", "/opt", "/nix/store", "/gnu/store"};
    for (size_t i = 0; i < ARRAY_LENGTH(systems); i++) {
        add_root(arena, plan, systems[i]);
    }
    for (size_t i = 0; i < request->n_paths; i++) {
        add_root(arena, plan, project_folder(arena, request->paths[i]));
    }
    if (database->path != NULL) {
        add_root(arena, plan, path_folder(arena, path_real(arena, database->path)));
    }
    /* The values of -I and the like; that a word before it is none does no harm. */
    for (size_t i = 0; i < request->n_arguments; i++) {
        const char *word = request->arguments[i];
        add_root(arena, plan, string_starts(word, "-I") && word[2] ? word + 2 : word);
    }
    for (size_t i = 0; i < plan->n_headers; i++) {
        add_root(arena, plan, plan->headers[i]);
    }
    for (size_t i = 0; i < request->n_texts; i++) {
        add_root(arena, plan, path_folder(arena, request->texts[i].real_path));
    }
}

bool
plan_may_quote(const struct plan *plan, const char *real_path)
{
    for (size_t i = 0; i < plan->roots.n_paths; i++) {
        if (path_below(real_path, plan->roots.paths[i]) != real_path) {
            return true;
        }
    }
    return false;
}

static int
by_path(const void *a, const void *b)
{
    return strcmp(((const struct unit_plan *)a)->path,
                  ((const struct unit_plan *)b)->path);
}

int
plan_units(struct arena *arena, const struct source_request *request,
           struct plan *out_plan, struct error *err)
{
    struct candidates candidates = {0};
    struct database database;
    struct python_headers headers = {0};
    struct plan plan = {.foreign = ARENA_NEW(arena, struct foreign_folders)};
    foreign_folders_init(arena, request, plan.foreign);
    map_init(&plan.inputs_by_path, arena);
    if (collect(arena, request, &plan, &candidates, err) != 0
        || request_open_database(arena, request, &database, err) != 0
        /* A Python that is named is asked, needed or not: it must be one. */
        || (request->python != NULL
            && python_headers_ask(arena, request->python, &headers, err) != 0))
    {
        return -1;
    }
    for (size_t i = 0; i < candidates.n_items; i++) {
        if (mark_included(arena, request, &candidates, &candidates.items[i], err)
            != 0)
        {
            return -1;
        }
    }
    /* The database may be of another tree, or of a build that compiled none of
     * the named files; then it says nothing about them. */
    bool is_known = false;
    for (size_t i = 0; i < candidates.n_items; i++) {
        is_known = is_known
                   || map_find_string(&database.by_file, candidates.items[i].real_path);
    }
    const char *database_folder =
        database.path != NULL && request->database == NULL
            ? path_folder(arena, path_real(arena, database.path))
            : NULL;
    for (size_t i = 0; i < candidates.n_items; i++) {
        const struct candidate *candidate = &candidates.items[i];
        const struct compile_command *entry =
            map_find_string(&database.by_file, candidate->real_path);
        if (entry == NULL && candidate->is_included) {
            continue;
        }
        if (entry == NULL && is_known && !candidate->is_named) {
            bool is_copy = is_copy_of_listed(&candidates, &database, candidate);
            bool is_related =
                candidate->refusal != NULL || (candidate->uses_python && !is_copy);
            if (!is_copy && candidate->refusal == NULL) {
                add_outside(arena, &plan, candidate->real_path);
            }
            if (is_related) {
                add_unlisted(arena, &plan, candidate->path);
            }
            else {
                plan.n_unrelated++;
            }
            continue;
        }
        if (entry == NULL && database.path != NULL) {
            entry = nearest_entry(&database, database_folder, candidate->real_path);
        }
        if (plan_unit(arena, request, candidate, entry, &headers, &plan, err) != 0) {
            return -1;
        }
    }
    if (plan.n_units > 1) {
        qsort(plan.units, plan.n_units, sizeof *plan.units, by_path);
    }
    if (list_own_headers(arena, request, &plan, err) != 0) {
        return -1;
    }
    add_roots(arena, request, &database, &plan);
    *out_plan = plan;
    return 0;
}
