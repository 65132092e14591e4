#include "convert/facts/held_sections.h"

#include <ctype.h>
#include <string.h>

#include "convert/facts/fresh_objects.h"
#include "convert/facts/nodes.h"
#include "convert/facts/own_state.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "model/extent.h"

enum { PARAMETERS_MOST = 31 };

bool
function_is_helper(const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->parent == NULL || use->parent->kind != NODE_CALL
            || use->parent->first != use)
        {
            return false;
        }
    }
    return function->is_static && function->n_uses > 0;
}

uint32_t
object_bit(const struct node *object)
{
    const struct variable *variable = node_resolved_variable(object);
    const struct function *function = variable != NULL ? variable->owner : NULL;
    if (function == NULL || !variable->is_parameter || is_reassigned(variable)) {
        return 0;
    }
    for (size_t i = 0; i < function->n_parameters && i < PARAMETERS_MOST; i++) {
        if (function->parameters[i] == variable) {
            return UINT32_C(1) << i;
        }
    }
    return 0;
}

/* --- sections in the text ---------------------------------------------- */

/* Does the TEXT of an argument name NAME, perhaps behind a cast? */
static bool
names(const struct source_file *file, struct range text, const char *name)
{
    size_t size = strlen(name);
    while (text.end > text.begin && file->text[text.end - 1] == ')') {
        text.end--;
    }
    if (text.end - text.begin < size
        || memcmp(file->text + text.end - size, name, size) != 0)
    {
        return false;
    }
    char before = text.end - size > text.begin ? file->text[text.end - size - 1] : '(';
    return strchr("()* \t\n", before) != NULL;
}

static bool
is_section_of(const struct conversion *c, const struct node *block, const char *name)
{
    struct brackets brackets;
    struct range item;
    const char *use = block->kind == NODE_BLOCK ? node_use(c->source, block) : "";
    bool is_one = strcmp(use, "Py_BEGIN_CRITICAL_SECTION") == 0;
    if ((!is_one && strcmp(use, "Py_BEGIN_CRITICAL_SECTION2") != 0)
        || !use_brackets(block->file, block->begin, &brackets))
    {
        return false;
    }
    return (brackets_item(&brackets, 0, &item) && names(block->file, item, name))
           || (!is_one && brackets_item(&brackets, 1, &item)
               && names(block->file, item, name));
}

static bool
is_in_section_of(const struct conversion *c, const struct node *node, const char *name)
{
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        if (is_section_of(c, at, name)) {
            return true;
        }
    }
    return false;
}

bool
node_is_in_section(const struct conversion *c, const struct node *node,
                   const struct node *object)
{
    const struct variable *resolved = node_resolved_variable(object);
    const struct variable *named = node_variable(object);
    return (resolved != NULL && is_in_section_of(c, node, resolved->name))
           || (named != NULL && is_in_section_of(c, node, named->name));
}

/* Is a section around NODE of the module that runs, or of the one in MODULE (NULL: none)? */
static bool
is_in_module_section(const struct held_sections *sections, const struct node *node,
                     const struct variable *module)
{
    const struct function *function = node->within;
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct variable *parameter = function->parameters[i];
        bool is_module = (i == 0 && sections->functions->takes_module[function->id])
                         || variable_is_module(sections->c->extension, parameter);
        if (is_module && is_in_section_of(sections->c, node, parameter->name)
            && (parameter == module
                || (module == NULL
                    && variable_is_own_module(sections->functions, parameter))))
        {
            return true;
        }
    }
    return false;
}

/* --- who holds what ---------------------------------------------- */

bool
object_is_held(const struct held_sections *sections, const struct node *node,
               const struct node *object)
{
    return node_is_fresh(object, node) || node_is_in_section(sections->c, node, object)
           || access_is_of_teardown(sections->functions, node, object)
           || (sections->held[node->within->id] & object_bit(object)) != 0;
}

/* Those of HELD that each call of FUNCTION that threads make holds. */
static uint32_t
held_by_callers(const struct held_sections *sections, const struct function *function,
                uint32_t held)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = function->uses[i]->parent;
        if (call == NULL || call->kind != NODE_CALL || call->within == NULL
            || sections->functions->contexts[call->within->id] == CONTEXT_NONE)
        {
            continue;
        }
        for (uint32_t k = 0; k < function->n_parameters && k < PARAMETERS_MOST; k++) {
            const struct node *argument = call_argument(call, k);
            bool is_held = argument != NULL && object_is_held(sections, call, argument);
            held &= is_held ? UINT32_MAX : ~(UINT32_C(1) << k);
        }
        bool has_module = (sections->held[call->within->id] & HOLDS_MODULE) != 0
                          || is_in_module_section(sections, call, NULL);
        held &= has_module ? UINT32_MAX : ~HOLDS_MODULE;
    }
    return held;
}

struct held_sections
held_sections_read(const struct conversion *c, const struct thread_functions *functions,
                   const uint32_t *wanted)
{
    const struct source *source = c->source;
    struct held_sections sections = {
        c, functions, ARENA_ARRAY(c->arena, uint32_t, source->n_functions + 1)};
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (functions->contexts[i] != CONTEXT_NONE) {
            sections.held[i] = function_is_helper(function) ? UINT32_MAX
                               : wanted != NULL                ? wanted[i]
                                                               : 0;
        }
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            if (sections.held[i] == 0 || !function_is_helper(function)) {
                continue;
            }
            uint32_t held = held_by_callers(&sections, function, sections.held[i]);
            is_changed |= held != sections.held[i];
            sections.held[i] = held;
        }
    }
    return sections;
}

/* Is the module held whose state OBJECT is, at NODE?  Held is the one that runs. */
static bool
state_is_held(const struct held_sections *sections, const struct node *node,
              const struct node *object)
{
    const struct variable *module = state_module(object);
    if (module != NULL && is_in_module_section(sections, node, module)) {
        return true;
    }
    return ((sections->held[node->within->id] & HOLDS_MODULE) != 0
            || is_in_module_section(sections, node, NULL))
           && node_is_own_module(sections->functions, object);
}

bool
access_is_held(const struct held_sections *sections, const struct shared_place *place,
               const struct shared_access *access)
{
    const struct node *node = access->node;
    switch (place->kind) {
    case PLACE_INSTANCE:
        return access->object != NULL && object_is_held(sections, node, access->object);
    case PLACE_STATE:
        return access->object != NULL && state_is_held(sections, node, access->object);
    case PLACE_STATIC:
        break;
    }
    return false;
}
