/* Settings that all interpreters share become atomic. */
#include "convert/rewrite/state/atomics.h"

#include <ctype.h>

#include "convert/arena_text.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "model/extent.h"

/* --- the edits -------------------------------------------------------------------- */

static const char *
word_name(const struct conversion *c)
{
    char *name = TEXT(c, "%s_SHARED", c->names->base);
    for (char *p = name; *p != '\0'; p++) {
        *p = (char)toupper((unsigned char)*p);
    }
    return name;
}

/* Behind `static` and `extern`. */
static uint32_t
place_of_qualifier(const struct declaration *d)
{
    struct declaration_extent extent;
    return declaration_extent(d, &extent) ? extent.type : d->begin;
}

/* Does FILE get the word from a header that declares VARIABLE, too? */
static bool
has_it_from_header(const struct variable *variable, const struct source_file *file)
{
    for (size_t i = 0; i < variable->n_declarations && file->is_main; i++) {
        if (!variable->declarations[i].file->is_main) {
            return true;
        }
    }
    return false;
}

static void
define_word(struct rewriter *r, const struct declaration *d)
{
    const char *word = word_name(r->plan);
    uint32_t place = place_before(d->file, d->begin);
    change(r, d->file, place, place,
           TEXT(r,
                "/* For variables that interpreters with their own GIL share. */\n"
                "#ifndef %s\n"
                "#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L \\\n"
                "    && !defined(__STDC_NO_ATOMICS__)\n"
                "#define %s _Atomic\n"
                "#else\n"
                "#define %s volatile\n"
                "#endif\n"
                "#endif\n\n",
                word, word, word),
           "other code reads it and cannot get the state");
}

void
edit_atomics(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        const struct source_file *last = NULL;
        if (!plan_of_variable(r->plan, variable)->is_atomic
            || variable->type->is_atomic) {
            continue;
        }
        for (size_t k = 0; k < variable->n_declarations; k++) {
            const struct declaration *d = &variable->declarations[k];
            uint32_t place = place_of_qualifier(d);
            if (d->file != last && !has_it_from_header(variable, d->file)) {
                define_word(r, d);
            }
            last = d->file;
            change(r, d->file, place, place, TEXT(r, "%s ", word_name(r->plan)),
                   "other code reads it and cannot get the state");
        }
    }
}
