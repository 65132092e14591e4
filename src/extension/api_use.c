#include "extension/api_use.h"

#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "model/tokens.h"

static bool
is_api_name(const char *name)
{
    return string_starts(name, "Py") || string_starts(name, "_Py")
           || string_starts(name, "METH_");
}

/* Names that the project defines, or uses where this Python's headers do not reach:
 * there is another way for other versions. */
static void
find_own_names(const struct source *source, struct map *names)
{
    static char is_there;
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        for (size_t k = 0; k < file->n_tokens; k++) {
            const struct token *token = &file->tokens[k];
            bool is_defined =
                k > 0 && token->directive != 0 && token_is(file, k - 1, "define");
            if (token->kind == TOKEN_IDENTIFIER
                && (is_defined || (token->inactive != 0 && token->directive == 0)))
            {
                map_set(names, file->text + token->begin, token->end - token->begin,
                        &is_there);
            }
        }
    }
}

struct visiting {
    const struct map *own;
    api_visit *visit;
    void *data;
};

static void
visit_place(const struct visiting *visiting, const char *name,
            const struct source_file *file, uint32_t offset)
{
    if (file == NULL || !file->is_project || map_find_string(visiting->own, name)) {
        return;
    }
    struct api_use use = {
        .name = name, .api = api_find(name), .file = file, .offset = offset};
    visiting->visit(&use, visiting->data);
}

/* The names in the code below ROOT. */
static void
visit_tree(const struct visiting *visiting, const struct node *root)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        /* What a macro of the headers expands to is the macro's business. */
        if (node->kind != NODE_NAME || node->origin == ORIGIN_MACRO) {
            continue;
        }
        if (node->function != NULL && !node->function->in_project
            && is_api_name(node->function->name))
        {
            visit_place(visiting, node->function->name, node->file, node->begin);
        }
        else if (node->variable != NULL && !node->variable->in_project
                 && is_api_name(node->variable->name))
        {
            visit_place(visiting, node->variable->name, node->file, node->begin);
        }
    }
}

void
api_uses_visit(struct arena *arena, const struct source *source, api_visit *visit,
               void *data)
{
    struct map own;
    map_init(&own, arena);
    find_own_names(source, &own);
    struct visiting visiting = {&own, visit, data};
    for (size_t i = 0; i < source->n_functions; i++) {
        visit_tree(&visiting, source->functions[i]->body);
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->owner == NULL && variable->in_project) {
            visit_tree(&visiting, variable->initial);
        }
    }
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        if (use->macro == NULL && is_api_name(use->name)) {
            visit_place(&visiting, use->name, use->file, use->begin);
        }
    }
}
