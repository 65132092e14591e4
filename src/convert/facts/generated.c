/* Modules in generated code are not converted, and reported once. */
#include "convert/facts/generated.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/words.h"
#include "convert/findings.h"

/* The line of the file's first comments in which its generator names itself, or NULL. */
static const char *
name_of_generator(const struct conversion *c, const struct source_file *file)
{
    static const char *const words[] = {"enerated by ", "produced by "};
    if (file->generator != NULL) {
        return file->generator;
    }
    struct range range;
    for (size_t i = 0; first_comment(file, i, &range); i++) {
        const char *comment = text_of(c, file, range.begin, range.end);
        if (strstr(comment, "[clinic input]\npreserve") != NULL) {
            return generator_name(GENERATOR_ARGUMENT_CLINIC);
        }
        for (size_t k = 0; k < ARRAY_LENGTH(words); k++) {
            const char *found = strstr(comment, words[k]);
            if (found != NULL) {
                found += strlen(words[k]);
                size_t size = strcspn(found, "*\r\n(");
                while (size > 0 && strchr(" .,", found[size - 1]) != NULL) {
                    size--;
                }
                return size > 0 ? TEXT(c, "%.*s", (int)size, found) : NULL;
            }
        }
    }
    return NULL;
}

const char *
generated_reason(const struct conversion *c, const struct source_file *file)
{
    const char *name = name_of_generator(c, file);
    const char *remedy = generator_remedy(generator_named(name));
    return TEXT(c, "this file is generated code%s%s; %s", name != NULL ? ", " : "",
                name != NULL ? name : "",
                remedy != NULL ? remedy
                               : "generate it again for multi-phase initialisation and "
                                 "module state");
}

bool
is_generated(const struct conversion *c)
{
    return variable_declaration(c->module->variable)->file->is_generated;
}

void
report_generated(struct conversion *c)
{
    const struct source_file *file = variable_declaration(c->module->variable)->file;
    for (size_t i = 0; i < c->n_modules; i++) {
        /* Several modules of one file are one thing to say. */
        if (c->modules[i] == c->module) {
            break;
        }
        if (variable_declaration(c->modules[i]->variable)->file == file) {
            c->is_refused = true;
            return;
        }
    }
    refuse(c, "init-not-converted", file, 0, c->module->variable->name, "%s",
           generated_reason(c, file));
}
