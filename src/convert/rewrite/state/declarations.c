/* Declarations of statics: where one begins, what stands beside it, and how it goes when
 * its variable belongs to each module. */
#include "convert/rewrite/state/declarations.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/initial_constants.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/fields.h"
#include "convert/text/places.h"
#include "model/extent.h"

uint32_t
declaration_begin(const struct declaration *declaration)
{
    struct declaration_extent extent;
    return declaration->within != NULL && declaration_extent(declaration, &extent)
               ? extent.begin
               : declaration->begin;
}

bool
is_one_of_several(const struct declaration *declaration)
{
    struct declaration_extent extent;
    struct range second;
    return declaration->n_declarators > 1
           || (declaration_extent(declaration, &extent)
               && declaration_item(&extent, 1, &second));
}

/* Does nothing but blanks stand in front of OFFSET on its line? */
static bool
is_first_on_line(const struct source_file *file, uint32_t offset)
{
    uint32_t begin = line_begin(file, offset);
    while (begin < offset && (file->text[begin] == ' ' || file->text[begin] == '\t')) {
        begin++;
    }
    return begin == offset;
}

uint32_t
comment_above(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    uint32_t line = line_begin(file, declaration->begin);
    uint32_t place = place_before(file, declaration->begin);
    /* What begins the file, and banners, speak of more than this variable; and what stands
     * above the line speaks of the first on it. */
    return place == 0 || !is_first_on_line(file, declaration->begin) || declaration->within != NULL ? line : place;
}

/* What moves and is declared by the declarator in RANGE; NULL: nothing. */
static const struct variable_plan *
moving_at(const struct conversion *c, const struct source_file *file,
             const struct range *range)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL) {
            continue;
        }
        for (size_t k = 0; k < variable->n_declarations; k++) {
            const struct declaration *d = &variable->declarations[k];
            if (d->file == file && d->name >= range->begin && d->name < range->end) {
                return plan;
            }
        }
    }
    return NULL;
}

/* Do other files know the spec of the type that PLAN moves by its declarations? */
static bool
shares_spec(const struct variable_plan *plan)
{
    return plan->kind == FIELD_TYPE && plan->variable->storage == STORAGE_GLOBAL
           && !plan->is_sequence;
}

/* What stands behind the declarator that ends at END, up to the next one at BEGIN: the comma,
 * its comment, and how the author broke the line. */
static const char *
separator(const struct rewriter *r, const struct source_file *file, uint32_t end,
          uint32_t begin)
{
    const char *text = text_of(r->plan, file, end, begin);
    return strchr(text, '#') == NULL ? text : ", "; /* conditions go with what they are of */
}

bool
declaration_goes(const struct conversion *c, const struct declaration *declaration)
{
    struct declaration_extent extent;
    struct range item;
    if (!declaration_extent(declaration, &extent)) {
        return false;
    }
    for (size_t i = 0; declaration_item(&extent, i, &item); i++) {
        const struct variable_plan *plan = moving_at(c, extent.file, &item);
        if (plan == NULL || shares_spec(plan)) {
            return false;
        }
    }
    return true;
}

/* Write a declaration of several names again with those that stay. */
static void
thin_out(struct rewriter *r, const struct declaration *declaration)
{
    CLEANUP(strbuf_done) struct strbuf kept = STRBUF_INIT, specs = STRBUF_INIT;
    struct declaration_extent extent;
    struct range item;

    if (!declaration_extent(declaration, &extent)) {
        return;
    }
    const struct source_file *file = extent.file;
    const char *before = "";
    uint32_t last = 0; /* the end of the one that stays, until the next is met */
    for (size_t i = 0; declaration_item(&extent, i, &item); i++) {
        if (last != 0) {
            before = separator(r, file, last, item.begin);
            last = 0;
        }
        const struct variable_plan *plan = moving_at(r->plan, file, &item);
        if (plan == NULL) {
            strbuf_format(&kept, "%s%s", before,
                          text_of(r->plan, file, item.begin, item.end));
            last = item.end;
        }
        else if (shares_spec(plan) && variable_declaration(plan->variable) != declaration) {
            strbuf_format(&specs, "%sextern PyType_Spec %s_spec;", specs.size > 0 ? "\n" : "",
                          plan->variable->name);
        }
    }
    if (specs.size > 0) {
        change_cover(r, file, extent.begin, extent.end + 1,
                     kept.size == 0
                         ? specs.text
                         : TEXT(r, "%s%s;\n%s",
                                text_of(r->plan, file, extent.begin, extent.declarators),
                                kept.text, specs.text),
                     "each module object creates the type");
        return;
    }
    if (kept.size == 0) {
        uint32_t comment = declaration_goes(r->plan, declaration) ? comment_above(declaration)
                                                                  : extent.begin;
        remove_text(r, file,
                    comment < line_begin(file, extent.begin) ? comment : extent.begin,
                    extent.end + 1, "it moves to the module state");
        return;
    }
    change_cover(r, file, extent.declarators, extent.end, kept.text,
                 "the others move to the module state");
}

/* Behind DECLARATION and its semicolon; an attribute may stand in front of that, also one
 * that a macro gives or leaves out. */
static uint32_t
declaration_end(const struct declaration *declaration)
{
    struct declaration_extent extent;
    uint32_t end = after_semicolon(declaration->file, declaration->end);
    return end == declaration->end && declaration_extent(declaration, &extent)
                   && extent.end > end
               ? extent.end + 1
               : end;
}

/* What VARIABLE begins with stays, as a constant. */
static void
keep_constant(struct rewriter *r, const struct variable *variable, const char *constant)
{
    const struct declaration *d = variable_declaration(variable);
    bool is_pointer = type_element(variable->type)->kind == TYPE_POINTER;
    const char *name = TEXT(r, "%s%s", is_pointer ? "const " : "", constant);
    uint32_t sign;
    if (!initial_sign(variable, &sign)) {
        return;
    }
    change_cover(r, d->file, d->begin, sign,
                 TEXT(r, "static %s%s ", is_pointer ? "" : "const ",
                      declared_as(r, variable, name)),
                 "the module state begins as a copy of it");
}

void
remove_declarations(struct rewriter *r, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(r->plan, variable);
    const struct declaration *main_one = variable_declaration(variable);

    if (plan->constant != NULL) {
        keep_constant(r, variable, plan->constant);
        return;
    }
    for (size_t i = 0; i < variable->n_declarations; i++) {
        const struct declaration *d = &variable->declarations[i];
        uint32_t end = declaration_end(d);
        if (plan->kind == FIELD_TYPE && d == main_one && !plan->is_sequence) {
            continue; /* types.c */
        }
        if (shares_spec(plan) && !is_one_of_several(d)) {
            change_cover(r, d->file, d->begin, end,
                         TEXT(r, "extern PyType_Spec %s_spec;", variable->name),
                         "each module object creates the type");
        }
        else if (is_one_of_several(d)) {
            thin_out(r, d);
        }
        else {
            bool has_own_comment = d == main_one && plan->kind != FIELD_TYPE;
            uint32_t begin = has_own_comment ? comment_above(d) : d->begin;
            if (begin < line_begin(d->file, d->begin)) {
                /* The comment moved with its variable. */
                remove_text(r, d->file, begin, end, "it moves to the module state");
            }
            else {
                remove_text(r, d->file, d->begin, end, "it moves to the module state");
            }
        }
    }
}
