#include "extension/generated_modules.h"

#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "base/strbuf.h"

#include "extension/calls.h"
#include "model/tokens.h"

static struct generated_module *
add(struct arena *arena, struct generated_modules *modules, enum generator generator)
{
    ARENA_GROW(arena, modules->items, modules->n_items, modules->capacity);
    struct generated_module *module = &modules->items[modules->n_items++];
    *module = (struct generated_module){.generator = generator};
    return module;
}

/* PATH without what its name ends with. */
static const char *
stem_of(struct arena *arena, const char *path)
{
    const char *dot = strrchr(path_base(path), '.');
    return dot != NULL ? arena_format(arena, "%.*s", (int)(dot - path), path) : path;
}

/* The stems of generated files that are read: of what lies beside its input. */
static void
find_outputs(struct arena *arena, const struct source *source, struct map *out_stems)
{
    map_init(out_stems, arena);
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_generated) {
            map_set_string(out_stems, stem_of(arena, source->files[i]->path), out_stems);
        }
    }
}

static bool
is_read_as_output(struct arena *arena, struct map *stems,
                  const struct generator_input *input)
{
    const char *stem = stem_of(arena, input->path);
    return map_find_string(stems, stem) != NULL
           || map_find_string(stems, arena_format(arena, "%s_wrap", stem)) != NULL;
}

static void
add_input(struct arena *arena, struct generated_modules *modules,
          const struct generator_input *input)
{
    for (size_t i = 0; i < modules->n_items; i++) {
        struct generated_module *known = &modules->items[i];
        if (known->generator == input->generator) {
            known->n_further++;
            known->is_named |= input->is_named;
            return;
        }
    }
    struct generated_module *module = add(arena, modules, input->generator);
    module->path = input->path;
    module->is_named = input->is_named;
}

/* Does the macro's use say which interpreters the module supports, as pybind11's can? */
static bool
has_claim(const struct expansion *use)
{
    for (size_t i = source_token(use->file, use->begin);
         i < use->file->n_tokens && use->file->tokens[i].begin < use->end; i++)
    {
        if (token_is(use->file, i, "multiple_interpreters")) {
            return true;
        }
    }
    return false;
}

static void
add_uses(struct arena *arena, struct generated_modules *modules,
         const struct source *source)
{
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        enum generator generator = generator_of_macro(use->name);
        if (generator != GENERATOR_NONE) {
            struct generated_module *module = add(arena, modules, generator);
            module->maker = use->name;
            module->is_declared = has_claim(use);
            module->file = use->file;
            module->path = use->file->path;
            module->offset = use->begin;
        }
    }
}

static bool
is_of_module(const struct extension *extension, const struct function *entry)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].entry == entry
            && extension->modules[i].variable->in_project)
        {
            return true;
        }
    }
    return false;
}

struct generated_modules
generated_modules_find(struct arena *arena, const struct extension *extension)
{
    const struct source *source = extension->source;
    struct generated_modules modules = {0};
    struct map outputs;
    find_outputs(arena, source, &outputs);
    for (size_t i = 0; i < source->n_inputs; i++) {
        if (!is_read_as_output(arena, &outputs, &source->inputs[i])) {
            add_input(arena, &modules, &source->inputs[i]);
        }
    }
    add_uses(arena, &modules, source);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *entry = source->functions[i];
        const struct declaration *definition = function_definition(entry);
        if (function_is_entry(entry) && definition != NULL && entry->body != NULL
            && definition->file->generator != NULL && !is_of_module(extension, entry))
        {
            struct generated_module *module =
                add(arena, &modules, generator_named(definition->file->generator));
            module->maker = entry->name;
            module->file = definition->file;
            module->path = definition->file->path;
            module->offset = definition->begin;
        }
    }
    return modules;
}

const char *
generated_module_words(struct arena *arena, const struct generated_module *module)
{
    const char *name = generator_name(module->generator);
    const char *remedy = generator_remedy(module->generator);
    if (module->is_declared) {
        return arena_format(arena,
                            "%s makes the module of %s, which says what it supports: "
                            "confirm it with 'insulate prove'",
                            name, module->maker);
    }
    if (module->maker != NULL) {
        return arena_format(arena, "%s makes the module of %s: %s", name, module->maker,
                            remedy);
    }
    const char *further =
        module->n_further == 0
            ? ""
            : arena_format(arena, " (and of %zu more file%s)", module->n_further,
                           module->n_further == 1 ? "" : "s");
    return arena_format(arena, "%s makes a module of this file%s, which is not read: %s",
                        name, further, remedy);
}

bool
file_is_of_clinic(const struct source_file *file)
{
    static const char mark[] = "/*[clinic input]\npreserve\n";
    size_t size = sizeof mark - 1;
    if (file == NULL || !file->is_generated || file->n_tokens == 0) {
        return false;
    }
    uint32_t begin = file->tokens[0].begin;
    return file->size - begin >= size && memcmp(file->text + begin, mark, size) == 0;
}
