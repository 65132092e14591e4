/* Struct sequences are made as heap types. */
#include "convert/rewrite/types/struct_sequences.h"

#include "convert/arena_text.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/sequence_creation.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* PyStructSequence_NewType cannot be told that the type is as immutable as it was; a type of
 * the limited API cannot be either. */
static const char *
maker(struct rewriter *r)
{
    if (r->options->abi3 != 0) {
        return "PyStructSequence_NewType";
    }
    require(r, REQUIRES_NEW_SEQUENCE);
    (void)immutable_flag(r); /* what it needs of the header is known in time */
    return r->plan->names->new_sequence;
}

static void
edit_creation(struct rewriter *r, const struct sequence_creation *creation)
{
    static const char reason[] = "each module object creates the type";
    const struct node *call = creation->call, *test = creation->test;
    const struct node *description = creation->description;
    const struct source_file *file = call->file;
    const char *access = field_access(r->plan, creation->type);
    const char *making = TEXT(r, "%s = %s(%s)", access, maker(r),
                              rendered(r, file, description->begin, description->end));
    if (test != NULL) {
        change_cover(r, file, test->begin, test->end, TEXT(r, "(%s) == NULL", making),
                     reason);
        return;
    }
    if (creation->is_statement) {
        const char *indent = indent_at(r->plan, file, call->begin);
        change_cover(r, file, call->begin, after_semicolon(file, call->end),
                     TEXT(r, "%s;\n%sif (%s == NULL) {\n%s%sreturn -1;\n%s}", making,
                          indent, access, indent, style_of(r->plan, file)->indent,
                          indent),
                     reason);
        return;
    }
    change_cover(r, file, call->begin, call->end,
                 TEXT(r, "((%s) == NULL ? -1 : 0)", making), reason);
}

void
edit_sequences(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->sequences->n_items; i++) {
        edit_creation(r, &r->plan->sequences->items[i]);
    }
}
