#include "extension/plain_macro.h"

#include <string.h>

#include "base/macros.h"
#include "extension/concurrency.h"
#include "model/tokens.h"

/* Does the body of MACRO change something by an operator of C? */
static bool
has_write(const struct macro *macro)
{
    static const char *const operators[] = {"=",  "+=", "-=",  "*=",  "/=", "%=", "&=",
                                            "|=", "^=", "<<=", ">>=", "++", "--"};
    const struct source_file *file = macro->file;
    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        for (size_t k = 0; k < ARRAY_LENGTH(operators); k++) {
            if (token_is(file, i, operators[k])) {
                return true;
            }
        }
    }
    return false;
}

/* How many definitions of the macro NAME may a build without the GIL take? */
static size_t
n_definitions(const struct extension *extension, const char *name)
{
    const struct source *source = extension->source;
    size_t n = 0;
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        for (size_t k = 1; k + 1 < file->n_tokens; k++) {
            n += token_is(file, k + 1, name) && token_is(file, k, "define")
                 && file->tokens[k].directive != 0
                 && place_may_be_without_gil(extension, file, file->tokens[k].begin);
        }
    }
    return n;
}

bool
macro_writes_plainly(const struct extension *extension, const struct node *node)
{
    const struct macro *macro = node_macro(extension->source, node);
    const char *use = node_use(extension->source, node);
    return macro != NULL && has_write(macro)
           && place_may_be_without_gil(extension, macro->file, macro->begin)
           && n_definitions(extension, macro->name) == 1
           && (strcmp(use, macro->name) == 0 || n_definitions(extension, use) == 1);
}
