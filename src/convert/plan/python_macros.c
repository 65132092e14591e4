/* Macros that must be defined in front of Python.h: PY_SSIZE_T_CLEAN and the like.  A
 * header of the project that gets the state gets Python.h with it, so that a file may include
 * that in front of its own definition of such a macro. */
#include "convert/plan/python_macros.h"

#include <string.h>

#include "convert/facts/inactive/guards.h"
#include "convert/findings.h"
#include "convert/text/includes.h"

static const char *const configuration[] = {"PY_SSIZE_T_CLEAN", "Py_LIMITED_API",
                                            "Py_BUILD_CORE", "PY_CXX_CONST"};

static bool
is_configuration(const struct macro *macro)
{
    for (size_t i = 0; i < ARRAY_LENGTH(configuration); i++) {
        if (strcmp(macro->name, configuration[i]) == 0) {
            return macro->file->is_project && !macro->function_like;
        }
    }
    return false;
}

/* Does FILE include Python.h, or a header of the project that does?  TRIED is by file. */
static bool
brings_python(const struct conversion *c, const struct source_file *file, bool *tried)
{
    if (includes_header(file, "Python.h")) {
        return true;
    }
    tried[file->id] = true;
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *next = c->source->files[i];
        if (next->is_project && !next->is_main && !tried[next->id]
            && includes_header(file, next->path) && brings_python(c, next, tried))
        {
            return true;
        }
    }
    return false;
}

/* Is MACRO defined in a file that may include one of NEEDS in front of it? */
static bool
may_come_late(const struct conversion *c, const struct macro *macro,
              const struct need *needs, size_t n_needs)
{
    for (size_t i = 0; i < n_needs; i++) {
        const struct source_file *header = needs[i].file;
        if (!header->is_main
            && !brings_python(c, header, ARENA_ARRAY(c->arena, bool, c->source->n_files))
            && (!macro->file->is_main || includes_through(c, macro->file, header)))
        {
            return true;
        }
    }
    return false;
}

struct python_macros
python_macros_for(const struct conversion *c, const struct need *needs, size_t n_needs)
{
    const struct source *source = c->source;
    const struct macro **items =
        ARENA_ARRAY(c->arena, const struct macro *, ARRAY_LENGTH(configuration));
    struct python_macros macros = {.items = items};
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro *macro = source->macros[i];
        bool is_known = false;
        for (size_t k = 0; k < macros.n_items; k++) {
            is_known |= strcmp(items[k]->name, macro->name) == 0;
        }
        if (!is_known && is_configuration(macro) && may_come_late(c, macro, needs, n_needs)) {
            items[macros.n_items++] = macro;
        }
    }
    return macros;
}

/* Does MACRO stand in a branch, besides the guard of its header and an #ifndef of its own name? */
static bool
is_in_branch(const struct conversion *c, const struct macro *macro)
{
    struct guard guard = guard_at(c, macro->file, 0, macro->begin);
    for (size_t i = 0; i < guard.n_levels; i++) {
        const char *opens = guard.levels[i].opens;
        bool is_guard = i == 0 && !macro->file->is_main && strncmp(opens, "#ifndef", 7) == 0
                        && has_include_guard(macro->file);
        if (!is_guard && strstr(opens, macro->name) == NULL) {
            return true;
        }
    }
    return false;
}

bool
check_python_macros(struct conversion *c, const struct python_macros *macros,
                    bool can_define)
{
    for (size_t i = 0; i < macros->n_items; i++) {
        const struct macro *macro = macros->items[i];
        if (!can_define || is_in_branch(c, macro)) {
            refuse(c, "state-not-converted", macro->file, macro->begin, macro->name,
                   "'%s' would be defined behind Python.h, which a header in front of it needs "
                   "for the module state; define it in front of all #include, or include "
                   "Python.h first",
                   macro->name);
            return false;
        }
    }
    return true;
}
