#include "extension/units.h"

/* Who names something of whom. */
struct links {
    const struct source *source;
    const struct source_file **units; /* the units' own files */
    size_t n_units;
    size_t *ranks; /* in UNITS, by the file's id */
    bool *names;   /* a square: [from * n_units + to] */
};

/* What is in a file that the unit includes is in the unit itself. */
static void
add_link(struct links *links, const struct source_file *from,
         const struct source_file *to)
{
    for (size_t i = 0; from != NULL && to != NULL && i < from->n_mains; i++) {
        for (size_t j = 0; j < to->n_mains; j++) {
            size_t row = links->ranks[from->mains[i]->id];
            links->names[row * links->n_units + links->ranks[to->mains[j]->id]] = true;
        }
    }
}

bool
shares_unit(const struct source_file *file, const struct source_file *other)
{
    for (size_t i = 0; file != NULL && other != NULL && i < file->n_mains; i++) {
        for (size_t j = 0; j < other->n_mains; j++) {
            if (file->mains[i] == other->mains[j]) {
                return true;
            }
        }
    }
    return false;
}

/* Where what NODE names is defined; NULL if nowhere in the run. */
static const struct source_file *
named_file(const struct node *node)
{
    if (node->function != NULL) {
        return node->function->file;
    }
    const struct variable *variable = node->variable;
    const struct declaration *declaration =
        variable != NULL && variable->storage == STORAGE_GLOBAL
            ? variable_declaration(variable)
            : NULL;
    return declaration != NULL && declaration->is_definition ? declaration->file : NULL;
}

static void
link_node(struct links *links, const struct node *node, const struct source_file *from)
{
    const struct source_file *to = named_file(node);
    if (to != NULL && to != from && !shares_unit(from, to)) {
        add_link(links, from, to);
    }
}

/* Names in initialisers stand in no body. */
static void
link_uses(struct links *links, const struct node *const *uses, size_t n_uses)
{
    for (size_t i = 0; i < n_uses; i++) {
        if (uses[i]->within == NULL) {
            link_node(links, uses[i], uses[i]->file);
        }
    }
}

static void
read_units(struct links *links, struct arena *arena)
{
    const struct source *source = links->source;
    links->units = ARENA_ARRAY(arena, const struct source_file *, source->n_files);
    links->ranks = ARENA_ARRAY(arena, size_t, source->n_files);
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_main) {
            links->ranks[i] = links->n_units;
            links->units[links->n_units++] = source->files[i];
        }
    }
    links->names = ARENA_ARRAY(arena, bool, links->n_units * links->n_units);
}

static void
read_links(struct links *links)
{
    for (size_t i = 0; i < links->source->n_functions; i++) {
        const struct function *function = links->source->functions[i];
        link_uses(links, function->uses, function->n_uses);
        const struct node *root = function->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            link_node(links, node, function->file);
        }
    }
    for (size_t i = 0; i < links->source->n_variables; i++) {
        const struct variable *variable = links->source->variables[i];
        if (variable->storage == STORAGE_GLOBAL) {
            link_uses(links, variable->uses, variable->n_uses);
        }
    }
}

/* Mark the unit of MAIN and all that it reaches.  Units that define another module are
 * libraries of their own. */
static void
reach(const struct links *links, const bool *is_other, bool *reached,
      const struct source_file *main)
{
    if (reached[main->id] || is_other[main->id]) {
        return;
    }
    reached[main->id] = true;
    const bool *names = &links->names[links->ranks[main->id] * links->n_units];
    for (size_t i = 0; i < links->n_units; i++) {
        if (names[i]) {
            reach(links, is_other, reached, links->units[i]);
        }
    }
}

static void
reach_all(const struct links *links, const bool *is_other, bool *reached,
          const struct source_file *file)
{
    for (size_t i = 0; file != NULL && i < file->n_mains; i++) {
        reach(links, is_other, reached, file->mains[i]);
    }
}

/* The units that define modules other than MODULE. */
static bool *
other_units(const struct extension *extension, const struct module *module)
{
    bool *is_other = ARENA_ARRAY(extension->arena, bool, extension->source->n_files);
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct source_file *file = module_file(&extension->modules[i]);
        for (size_t j = 0; file != NULL && j < file->n_mains; j++) {
            is_other[file->mains[j]->id] = true;
        }
    }
    const struct source_file *own = module_file(module);
    for (size_t i = 0; own != NULL && i < own->n_mains; i++) {
        is_other[own->mains[i]->id] = false;
    }
    return is_other;
}

static bool
is_reached(const struct extension *extension, const struct source_file *main)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].units[main->id]) {
            return true;
        }
    }
    return false;
}

/* What no module is seen to reach may be of each of them. */
static void
reach_strays(struct extension *extension, const struct links *links)
{
    bool *is_stray = ARENA_ARRAY(extension->arena, bool, extension->source->n_files);
    for (size_t i = 0; i < links->n_units; i++) {
        is_stray[links->units[i]->id] = !is_reached(extension, links->units[i]);
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        struct module *module = &extension->modules[i];
        const bool *is_other = other_units(extension, module);
        for (size_t j = 0; j < links->n_units; j++) {
            if (is_stray[links->units[j]->id]) {
                reach(links, is_other, module->units, links->units[j]);
            }
        }
    }
}

void
units_read(struct extension *extension)
{
    struct links links = {.source = extension->source};
    read_units(&links, extension->arena);
    if (extension->n_modules > 1) { /* of a single one all is */
        read_links(&links);
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        struct module *module = &extension->modules[i];
        const struct variable *variable = module->variable;
        const bool *is_other = other_units(extension, module);
        module->units = ARENA_ARRAY(extension->arena, bool, extension->source->n_files);
        reach_all(&links, is_other, module->units, module_file(module));
        for (size_t j = 0; j < variable->n_uses; j++) {
            reach_all(&links, is_other, module->units, variable->uses[j]->file);
        }
    }
    reach_strays(extension, &links);
}
