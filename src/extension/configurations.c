#include "extension/configurations.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "extension/hidden_objects.h"
#include "model/tokens.h"

enum {
    OLDEST_MINOR = 9,
    NEWEST_MINOR = 15,
    BRANCHES_MOST = 4096,
    FREE_THREADED_MINOR = 13, /* the first with Py_GIL_DISABLED */
    SETTINGS_MOST = 16,       /* defines of one configuration */
};

static unsigned
first_release(unsigned minor)
{
    return 3u << 24 | minor << 16 | 0xf0;
}

static unsigned
minor_of(unsigned version)
{
    return version >> 16 & 0xff;
}

/* --- branches ------------------------------------------------------------- */

/* Words that begin like these are what rules look for.  Code without any of them
 * (a helper that an older Python lacks) is not worth reading everything again. */
static const char *const telling[] = {
    "PyTypeObject",
    "PyType_",
    "PyModuleDef",
    "PyModExport",
    "PyModule_Create",
    "PyModule_AddObject",
    "PyModule_AddType",
    "PyModule_FromDef",
    "PyInit_",
    "PyMODINIT_FUNC",
    "PyStructSequence_",
    "PyState_",
    "PyGILState_",
    "PyInterpreterState_",
    "PyEval_InitThreads",
    "PyObject_GC_",
    "PyObject_New",
    "PyThread_",
    "PySlot",
    "Py_AtExit",
    "Py_TPFLAGS_",
    "Py_VISIT",
    "Py_mod_",
    "Py_tp_",
    "tp_alloc",
    "tp_dealloc",
    "tp_free",
    "tp_traverse",
    "tp_clear",
    "m_size",
    "m_traverse",
    "m_clear",
    "m_free",
};

static bool
is_telling(const struct source_file *file, const struct token *token)
{
    size_t size = token->end - token->begin;
    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
        size_t wanted = strlen(telling[i]);
        if (size >= wanted
            && memcmp(file->text + token->begin, telling[i], wanted) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Does `static` at token I begin a variable that can change? */
static bool
is_static_variable(const struct source_file *file, size_t i)
{
    bool is_const = false;
    for (size_t k = token_after(file, i); k < file->n_tokens; k = token_after(file, k))
    {
        if (token_is(file, k, "(") || token_is(file, k, "{")) {
            return false;
        }
        if (token_is(file, k, ";") || token_is(file, k, "=") || token_is(file, k, "[")
            || token_is(file, k, ","))
        {
            return !is_const;
        }
        if (token_is(file, k, "*")) {
            is_const = false; /* that was what it points to */
        }
        else if (token_is(file, k, "const") || token_is(file, k, "constexpr")) {
            is_const = true;
        }
    }
    return false;
}

static bool
is_interesting(const struct branch *branch)
{
    const struct source_file *file = branch->file;
    for (size_t i = branch->first; i <= branch->last; i++) {
        const struct token *token = &file->tokens[i];
        if (token->kind != TOKEN_IDENTIFIER) {
            continue;
        }
        struct range name;
        if (is_telling(file, token)
            || (token_is(file, i, "static") && is_static_variable(file, i))
            || hidden_object_at(file, branch->first, i, &name))
        {
            return true;
        }
    }
    return false;
}

/* Does it hold a `static` that declares no function? */
static bool
has_static_object(const struct branch *branch)
{
    const struct source_file *file = branch->file;
    for (size_t i = branch->first; i <= branch->last; i++) {
        if (!token_is(file, i, "static")) {
            continue;
        }
        for (size_t k = token_after(file, i); k < file->n_tokens;
             k = token_after(file, k))
        {
            if (token_is(file, k, "(") || token_is(file, k, "{")) {
                break;
            }
            if (token_is(file, k, ";") || token_is(file, k, "=")
                || token_is(file, k, "[") || token_is(file, k, ","))
            {
                return true;
            }
        }
    }
    return false;
}

static bool
is_left_out_code(const struct token *token)
{
    return token->inactive != 0 && token->directive == 0
           && token->kind != TOKEN_COMMENT;
}

static void
find_branches(struct tour *tour, const struct source_file *file)
{
    bool is_inside = false;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        if (token->directive != 0) {
            is_inside = false;
        }
        if (!is_left_out_code(token)) {
            continue;
        }
        if (is_inside) {
            tour->branches[tour->n_branches - 1].last = (uint32_t)i;
            continue;
        }
        if (tour->n_branches == BRANCHES_MOST) {
            return;
        }
        ARENA_GROW(tour->arena, tour->branches, tour->n_branches, tour->capacity);
        tour->branches[tour->n_branches++] =
            (struct branch){.file = file, .first = (uint32_t)i, .last = (uint32_t)i};
        is_inside = true;
    }
}

/* --- what other builds would take ----------------------------------------- */

/* TRUTHS[i]: would BUILD take branch I?  WISHES as of conditions_evaluate. */
static void
evaluate(const struct tour *tour, const struct build *build, enum truth *truths,
         struct macro_settings *wishes)
{
    const struct conditions *conditions =
        conditions_new(tour->arena, tour->sources[0], build);
    uint32_t *tokens = ARENA_ARRAY(tour->arena, uint32_t, tour->n_branches);
    for (size_t i = 0; i < tour->n_branches;) {
        size_t n = 0;
        const struct source_file *file = tour->branches[i].file;
        for (; i + n < tour->n_branches && tour->branches[i + n].file == file; n++) {
            tokens[n] = tour->branches[i + n].first;
        }
        conditions_evaluate(conditions, file, tokens, n, truths + i,
                            wishes ? wishes + i : NULL);
        i += n;
    }
}

/* Leave the branches out that no rule asks for. */
static void
drop_plain_branches(struct tour *tour)
{
    size_t kept = 0;
    for (size_t i = 0; i < tour->n_branches; i++) {
        struct branch branch = tour->branches[i];
        branch.is_interesting = is_interesting(&branch);
        if (branch.is_interesting || has_static_object(&branch)) {
            tour->branches[kept++] = branch;
        }
    }
    tour->n_branches = kept;
}

/* Enter which branches BUILD may take; returns how many none has taken so far. */
static size_t
mark_wanted(struct tour *tour, const struct build *build, enum truth *truths)
{
    size_t n_left = 0;
    evaluate(tour, build, truths, NULL);
    for (size_t i = 0; i < tour->n_branches; i++) {
        struct branch *branch = &tour->branches[i];
        branch->is_wanted = branch->is_wanted || truths[i] != TRUTH_NO;
        n_left += !branch->is_wanted;
    }
    return n_left;
}

/* Any supported CPython counts here, with headers or without. */
static void
find_wanted(struct tour *tour)
{
    enum truth *truths = ARENA_ARRAY(tour->arena, enum truth, tour->n_branches);
    size_t n_left = tour->n_branches;
    for (unsigned minor = minor_of(tour->floor); minor <= NEWEST_MINOR; minor++) {
        for (int k = 0; n_left != 0 && k < (minor >= FREE_THREADED_MINOR ? 2 : 1); k++)
        {
            struct build build = {.version = first_release(minor),
                                  .limited = tour->limited,
                                  .knows_gil = true,
                                  .is_free_threaded = k != 0};
            n_left = mark_wanted(tour, &build, truths);
        }
    }
}

static struct build
first_build(const struct tour *tour)
{
    const struct source *source = tour->sources[0];
    return (struct build){.version = source->python_version,
                          .limited = tour->limited,
                          .knows_gil = true,
                          .is_free_threaded = source->is_free_threaded};
}

void
tour_init(struct tour *tour, struct arena *arena, const struct source *source,
          const struct python_header_list *pythons, unsigned floor, unsigned limited)
{
    *tour = (struct tour){.arena = arena,
                          .sources = {source},
                          .n_sources = 1,
                          .pythons = *pythons,
                          .floor = floor ? floor : first_release(OLDEST_MINOR),
                          .limited = limited};
    tour->is_python_used = ARENA_ARRAY(arena, bool, pythons->n_items);
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        if (file->is_project && !file->is_broken) {
            find_branches(tour, file);
        }
    }
    drop_plain_branches(tour);
}

const struct source_file *
source_file_of(const struct source *source, const struct source_file *file)
{
    size_t low = 0, high = source->n_files;
    while (low < high) { /* they are sorted by real_path */
        size_t middle = low + (high - low) / 2;
        int order = strcmp(source->files[middle]->real_path, file->real_path);
        if (order == 0) {
            return source->files[middle];
        }
        if (order < 0) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return NULL;
}

bool
tour_has_read(const struct tour *tour, const struct source_file *file, size_t i)
{
    for (size_t k = 1; k < tour->n_sources; k++) {
        const struct source_file *same = source_file_of(tour->sources[k], file);
        if (same != NULL && !same->is_broken && i < same->n_tokens
            && same->tokens[i].inactive == 0)
        {
            return true;
        }
    }
    return false;
}

bool
tour_lacks(struct tour *tour, const struct branch *branch)
{
    if (!tour->knows_wanted) {
        find_wanted(tour);
        tour->knows_wanted = true;
    }
    return branch->is_wanted && !tour_has_read(tour, branch->file, branch->first);
}

/* --- the next ------------------------------------------------------------- */

/* Is branch I one that a further configuration could show? */
static bool
is_open(struct tour *tour, size_t i)
{
    return tour->branches[i].is_interesting && tour_lacks(tour, &tour->branches[i]);
}

/* Is PYTHON one that counts, and not the first configuration's? */
static bool
is_other_python(const struct tour *tour, const struct python_header *python)
{
    const struct source *first = tour->sources[0];
    return python->version >= tour->floor && minor_of(python->version) <= NEWEST_MINOR
           && (minor_of(python->version) != minor_of(first->python_version)
               || python->is_free_threaded != first->is_free_threaded);
}

static struct build
build_of(const struct tour *tour, const struct python_header *python)
{
    return (struct build){.version = python->version,
                          .limited = tour->limited,
                          .knows_gil = true,
                          .is_free_threaded = python->is_free_threaded};
}

/* PYTHON (NULL: the build's own) with the N settings at DEFINES. */
static const struct configuration *
configuration_with(const struct tour *tour, const struct python_header *python,
                   const struct macro_setting *defines, size_t n)
{
    struct configuration *made = ARENA_NEW(tour->arena, struct configuration);
    struct macro_setting *settings =
        ARENA_ARRAY(tour->arena, struct macro_setting, n + 1);
    CLEANUP(strbuf_done) struct strbuf label = STRBUF_INIT;
    if (python != NULL) {
        made->headers = python->folder;
        strbuf_format(&label, "the headers of CPython 3.%u%s",
                      minor_of(python->version),
                      python->is_free_threaded ? ", free-threaded" : "");
        if (python->is_free_threaded) {
            settings[made->n_settings++] =
                (struct macro_setting){"Py_GIL_DISABLED", "1"};
        }
    }
    for (size_t i = 0; i < n; i++) {
        strbuf_format(&label, "%s%s%s%s%s",
                      label.size == 0 ? ""
                      : i             ? " "
                                      : " and ",
                      defines[i].value ? "-D" : "-U", defines[i].name,
                      defines[i].value ? "=" : "",
                      defines[i].value ? defines[i].value : "");
        settings[made->n_settings++] = defines[i];
    }
    made->settings = settings;
    made->is_made_up = n != 0;
    made->label = arena_string(tour->arena, label.text);
    return made;
}

/* How many open branches the Python takes, by all that conditions tell, and the first
 * configuration does not.  FIRST: what that one takes, by the same; a branch that is
 * open is not in it, whatever they say.  IS_TRIED: remember these. */
static size_t
count_gained(struct tour *tour, const struct python_header *python,
             const enum truth *first, bool is_tried)
{
    struct build build = build_of(tour, python);
    enum truth *truths = ARENA_ARRAY(tour->arena, enum truth, tour->n_branches);
    struct macro_settings *wishes =
        ARENA_ARRAY(tour->arena, struct macro_settings, tour->n_branches);
    evaluate(tour, &build, truths, wishes);
    size_t n = 0;
    for (size_t i = 0; i < tour->n_branches; i++) {
        struct branch *branch = &tour->branches[i];
        if (wishes[i].n_items != 0) {
            continue; /* it wants defines, too */
        }
        bool is_gained = first[i] == TRUTH_NO
                             ? truths[i] != TRUTH_NO
                             : first[i] == TRUTH_UNKNOWN && truths[i] == TRUTH_YES;
        if (is_gained && is_open(tour, i) && !branch->was_expected) {
            branch->was_expected = is_tried;
            n++;
        }
    }
    return n;
}

static const struct configuration *
next_python(struct tour *tour)
{
    struct build build = first_build(tour);
    enum truth *first = ARENA_ARRAY(tour->arena, enum truth, tour->n_branches);
    evaluate(tour, &build, first, NULL);
    size_t best = 0, best_gain = 0;
    for (size_t i = 0; i < tour->pythons.n_items; i++) {
        bool is_candidate =
            !tour->is_python_used[i] && is_other_python(tour, &tour->pythons.items[i]);
        size_t gain = is_candidate
                          ? count_gained(tour, &tour->pythons.items[i], first, false)
                          : 0;
        if (gain > best_gain) {
            best = i;
            best_gain = gain;
        }
    }
    if (best_gain == 0) {
        return NULL;
    }
    const struct python_header *python = &tour->pythons.items[best];
    tour->is_python_used[best] = true;
    (void)count_gained(tour, python, first, true);
    return configuration_with(tour, python, NULL, 0);
}

/* What the N settings at ALL say of NAME, or NULL. */
static const struct macro_setting *
find_setting(const struct macro_setting *all, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(all[i].name, name) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

/* Add those of WISH that are not yet among the *N settings at ALL; false, and nothing
 * is added, if one contradicts or there are too many. */
static bool
join(struct macro_setting *all, size_t *n, const struct macro_settings *wish)
{
    size_t n_joined = *n;
    for (size_t i = 0; i < wish->n_items; i++) {
        const struct macro_setting *setting = &wish->items[i];
        const struct macro_setting *known = find_setting(all, n_joined, setting->name);
        if (known != NULL && !string_equal(known->value, setting->value)) {
            return false;
        }
        if (known == NULL) {
            if (n_joined == SETTINGS_MOST) {
                return false;
            }
            all[n_joined++] = *setting;
        }
    }
    *n = n_joined;
    return true;
}

/* All defines at once that open branches wish for and that do not contradict, under
 * PYTHON (NULL: the first configuration's). */
static const struct configuration *
next_defines(struct tour *tour, const struct python_header *python)
{
    struct build build = python ? build_of(tour, python) : first_build(tour);
    enum truth *truths = ARENA_ARRAY(tour->arena, enum truth, tour->n_branches);
    struct macro_settings *wishes =
        ARENA_ARRAY(tour->arena, struct macro_settings, tour->n_branches);
    struct macro_setting *settings =
        ARENA_ARRAY(tour->arena, struct macro_setting, SETTINGS_MOST);
    size_t n = 0;
    evaluate(tour, &build, truths, wishes);
    for (size_t i = 0; i < tour->n_branches; i++) {
        struct branch *branch = &tour->branches[i];
        if (!branch->is_tried && wishes[i].n_items != 0 && is_open(tour, i)
            && join(settings, &n, &wishes[i]))
        {
            branch->is_tried = true;
        }
    }
    return n != 0 ? configuration_with(tour, python, settings, n) : NULL;
}

/* The same under each Python that there are headers of, the newest first. */
static const struct configuration *
next_defines_elsewhere(struct tour *tour)
{
    const struct configuration *next = NULL;
    for (size_t i = tour->pythons.n_items; i-- > 0 && next == NULL;) {
        if (is_other_python(tour, &tour->pythons.items[i])) {
            next = next_defines(tour, &tour->pythons.items[i]);
        }
    }
    return next;
}

const struct configuration *
tour_next(struct tour *tour)
{
    bool is_any_open = false;
    for (size_t i = 0; i < tour->n_branches && !is_any_open; i++) {
        is_any_open = is_open(tour, i);
    }
    if (!is_any_open || tour->n_sources == CONFIGURATIONS_MOST) {
        return NULL;
    }
    const struct configuration *next = next_python(tour);
    if (next == NULL) {
        next = next_defines(tour, NULL);
    }
    return next != NULL ? next : next_defines_elsewhere(tour);
}

void
tour_add(struct tour *tour, const struct configuration *configuration,
         const struct source *source)
{
    tour->configurations[tour->n_sources] = configuration;
    tour->sources[tour->n_sources++] = source;
}

/* --- where findings of other configurations lie --------------------------- */

static bool
holds(const struct declaration *declaration, const struct source_file *file,
      uint32_t offset)
{
    return declaration != NULL && declaration->file == file
           && declaration->begin <= offset && offset < declaration->end;
}

struct range
source_construct(const struct source *source, const struct source_file *file,
                 uint32_t offset)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct declaration *definition =
            function_definition(source->functions[i]);
        if (holds(definition, file, offset)) {
            return (struct range){definition->begin, definition->end};
        }
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct declaration *declaration =
            variable_declaration(source->variables[i]);
        if (source->variables[i]->owner == NULL && holds(declaration, file, offset)) {
            return (struct range){declaration->begin, declaration->end};
        }
    }
    return (struct range){offset, offset + 1};
}

bool
range_has_left_out(const struct source_file *file, struct range range)
{
    for (size_t i = source_token(file, range.begin);
         i < file->n_tokens && file->tokens[i].begin < range.end; i++)
    {
        if (is_left_out_code(&file->tokens[i])) {
            return true;
        }
    }
    return false;
}
