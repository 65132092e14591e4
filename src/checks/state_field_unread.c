/* state-field-unread: what no C code reads belongs into the __dict__ of the module
 * alone, or nowhere. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/module_state.h"

static bool
is_member_of_state(const struct node *node, const struct record *state)
{
    const struct type *object = member_object_type(node);
    object = object != NULL && object->kind == TYPE_POINTER ? object->target : object;
    return object != NULL && object->record == state;
}

/* Does FUNCTION run only as a hook of MODULE, or for one? */
static bool
is_of_hook(const struct module *module, const struct function *function, int depth)
{
    if (function == NULL) {
        return false;
    }
    if (function == module->traverse || function == module->clear
        || function == module->free)
    {
        return true;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        if (depth <= 0 || !is_of_hook(module, function->uses[i]->within, depth - 1)) {
            return false;
        }
    }
    return function->n_uses != 0;
}

/* Is the value that NODE is given all that happens here, or a test whether there is
 * one? */
static bool
is_unread(const struct node *node)
{
    const struct node *parent = node->parent;
    if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first == node) {
        const struct node *above = parent->parent;
        while (above != NULL && above->kind == NODE_PAREN) {
            above = above->parent;
        }
        return parent->op == '=' && (above == NULL || above->kind != NODE_CALL)
               && (above == NULL || above->kind != NODE_ASSIGN)
               && (above == NULL || above->kind != NODE_VARIABLE)
               && (above == NULL || above->kind != NODE_RETURN);
    }
    return !node->is_address_taken && node_is_asked(node)
           && type_is_object_pointer(node->type);
}

enum { PLACES_MOST = 64 };

/* The places where FIELD is named, each once: a macro may use its argument often. */
struct places {
    const struct node *items[PLACES_MOST];
    size_t n_items;
};

static void
add_place(struct places *places, const struct node *node)
{
    for (size_t i = 0; i < places->n_items; i++) {
        if (places->items[i]->file == node->file && places->items[i]->end == node->end)
        {
            return;
        }
    }
    if (places->n_items < PLACES_MOST) {
        places->items[places->n_items++] = node;
    }
}

/* The assignment that gives FIELD its value, if nothing reads it; NULL: something does,
 * or might where the reader does not see: in a macro, in a branch left out. */
static const struct node *
only_write(const struct check *check, const struct module *module,
           const struct field *field)
{
    const struct member_uses *uses = members_called(check->extension, field->name);
    const struct node *write = NULL;
    struct places places = {.n_items = 0};
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        if (!is_member_of_state(node, module->state)) {
            continue;
        }
        /* What a hook does with a pointer is to visit or to release. */
        bool is_hook = field->type->kind == TYPE_POINTER
                       && is_of_hook(module, node->within, HOOK_DEPTH);
        if (!is_hook && !is_unread(node)) {
            return NULL;
        }
        if (node->origin != ORIGIN_MACRO) {
            add_place(&places, node);
        }
        write = !is_hook && node->is_written && write == NULL ? node : write;
    }
    /* One more: the field's declaration. */
    size_t n_words = write != NULL ? word_count(check->extension, field->name) : 0;
    return n_words == places.n_items + 1 ? write : NULL;
}

void
check_state_field_unread(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        const struct record *state = module->is_multi_phase ? module->state : NULL;
        for (size_t k = 0; state != NULL && k < state->n_fields; k++) {
            const struct field *field = &state->fields[k];
            const struct node *write =
                field->name[0] != '\0' ? only_write(check, module, field) : NULL;
            if (write != NULL) {
                check_add_node(
                    check, "state-field-unread", write, field->name,
                    "no C code reads '%s' of the module state; remove it, and add what "
                    "Python code needs to the module's __dict__",
                    field->name);
            }
        }
    }
}
