/* Critical sections around functions, atomic fields, and what the module declares. */
#include "convert/rewrite/threads/guards.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/gil_claim.h"
#include "convert/plan/guards.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "convert/text/includes.h"

static const char reason[] = "builds without the GIL";

/* --- the functions ---------------------------------------------- */

/* The function of the old name: it takes the section, and calls the inner one in it. */
static const char *
outer_text(struct rewriter *r, const struct guarded_function *guarded)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = function_definition(guarded->function)->file;
    const char *head = text_of(r->plan, file, guarded->head.begin, guarded->head.end);
    const char *stars = guarded->result != NULL ? guarded->result : "";
    const char *space = stars[0] != '\0' && stars[strlen(stars) - 1] == '*' ? "" : " ";
    bool has_two = guarded->objects[1] != NULL;
    strbuf_format(&out, "\n\n%s{\n", head);
    if (guarded->result != NULL) {
        strbuf_format(&out, "\t%s%s%s;\n", guarded->result, space, guarded->local);
    }
    strbuf_format(&out, "\tPy_BEGIN_CRITICAL_SECTION%s(%s%s%s);\n", has_two ? "2" : "",
                  guarded->objects[0], has_two ? ", " : "",
                  has_two ? guarded->objects[1] : "");
    strbuf_format(&out, "\t%s%s%s(%s);\n", guarded->result != NULL ? guarded->local : "",
                  guarded->result != NULL ? " = " : "", guarded->inner,
                  guarded->arguments);
    strbuf_format(&out, "\tPy_END_CRITICAL_SECTION%s();\n", has_two ? "2" : "");
    if (guarded->result != NULL) {
        strbuf_format(&out, "\treturn %s;\n", guarded->local);
    }
    strbuf_add_string(&out, "}");
    return indented(r->plan, file, out.text, "");
}

static void
edit_functions_of(struct rewriter *r, const struct guards *guards)
{
    for (size_t i = 0; i < guards->n_functions; i++) {
        const struct guarded_function *guarded = &guards->functions[i];
        const struct source_file *file = function_definition(guarded->function)->file;
        change(r, file, guarded->name.begin, guarded->name.end, guarded->inner, reason);
        change(r, file, guarded->end, guarded->end, outer_text(r, guarded), reason);
    }
    for (size_t i = 0; i < guards->n_calls; i++) {
        const struct guarded_call *call = &guards->calls[i];
        change(r, call->file, call->name.begin, call->name.end, call->inner, reason);
    }
}

/* --- what they are written with ---------------------------------------------- */

/* CPython before 3.13 has no critical sections, and needs none. */
static const char sections[] =
    "#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)\n"
    "#define Py_BEGIN_CRITICAL_SECTION(op) {\n"
    "#define Py_END_CRITICAL_SECTION() }\n"
    "#define Py_BEGIN_CRITICAL_SECTION2(a, b) {\n"
    "#define Py_END_CRITICAL_SECTION2() }\n"
    "#endif\n";

/* Put LINES behind the includes of FILE that stand in front of OFFSET. */
static void
add_lines(struct rewriter *r, const struct source_file *file, uint32_t offset,
          const char *lines)
{
    uint32_t place = include_place(file, offset);
    if (place == UINT32_MAX) {
        place = place_before(file, offset);
        change(r, file, place, place, TEXT(r, "%s\n", lines), reason);
        return;
    }
    change(r, file, place, place, TEXT(r, "\n%s", lines), reason);
}

static void
add_section_macros(struct rewriter *r, const struct guards *guards)
{
    const struct source_file *last = NULL;
    for (size_t i = 0; i < guards->n_functions; i++) {
        const struct guarded_function *guarded = &guards->functions[i];
        const struct source_file *file = function_definition(guarded->function)->file;
        if (file != last && guarded->needs_macros) {
            add_lines(r, file, guarded->head.begin, sections);
        }
        last = file;
    }
}

/* Fields in SECTION's order: the first of each file brings the macro along. */
static void
edit_fields(struct rewriter *r, const struct guards *guards)
{
    const struct source_file *last = NULL;
    for (size_t i = 0; i < guards->n_places; i++) {
        const struct guarded_place *guarded = &guards->places[i];
        if (guarded->guard != GUARD_ATOMIC || guarded->is_there) {
            continue;
        }
        const struct record *record = guarded->place->record;
        if (record->file != last) {
            add_lines(r, record->file, record->begin,
                      TEXT(r,
                           "/* For fields that threads change at the same time: C11 has "
                           "atomic ones. */\n"
                           "#ifdef Py_GIL_DISABLED\n"
                           "#define %s _Atomic\n"
                           "#else\n"
                           "#define %s\n"
                           "#endif\n",
                           guards->qualifier, guards->qualifier));
        }
        last = record->file;
        change(r, record->file, guarded->qualifier.begin, guarded->qualifier.begin,
               TEXT(r, "%s ", guards->qualifier), reason);
    }
}

void
edit_guards(struct rewriter *r)
{
    const struct guards *guards = r->plan->guards;
    if (guards == NULL) {
        return;
    }
    add_section_macros(r, guards);
    edit_fields(r, guards);
    edit_functions_of(r, guards);
}

void
edit_gil_claim(struct rewriter *r)
{
    enum { FIRST_WITH_SLOT = 0x030D0000 };
    const struct gil_claim_plan *claim = r->plan->gil_claim;
    if (claim == NULL || !claim->is_made) {
        return;
    }
    bool is_known = r->options->floor >= FIRST_WITH_SLOT;
    const char *lines = TEXT(r, "%s\t{Py_mod_gil, Py_MOD_GIL_NOT_USED},\n%s",
                             is_known ? "" : "#ifdef Py_MOD_GIL_NOT_USED\n",
                             is_known ? "" : "#endif\n");
    change(r, claim->file, claim->place, claim->place,
           indented(r->plan, claim->file, lines, ""), reason);
}
