/* The state in a separate header, or around an existing function that returns it, for
 * modules of several files. */
#include "convert/rewrite/state/state_header.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/export.h"
#include "convert/plan/names.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/module.h"
#include "convert/plan/state_placement.h"
#include "convert/plan/teardown.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/state/sizes.h"
#include "convert/rewrite/state/state_accessors.h"
#include "convert/rewrite/state/state_struct.h"
#include "convert/rewrite/state/type_maker.h"
#include "convert/rewrite/state/state_types.h"
#include "convert/rewrite/types/pickling.h"
#include "convert/text/includes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

static char *
folder_of(const struct conversion *c, const char *path)
{
    return path_folder(c->arena, path);
}

/* HEADER as a file in FOLDER includes it. */
static const char *
include_name(const struct conversion *c, const char *folder, const char *header)
{
    const char *from = folder, *to = header;
    if (strcmp(folder, ".") == 0) {
        return header;
    }
    /* Drop the folders that both have. */
    for (;;) {
        const char *a = strchr(from, '/'), *b = strchr(to, '/');
        size_t a_size = a != NULL ? (size_t)(a - from) : strlen(from);
        size_t b_size = b != NULL ? (size_t)(b - to) : 0;
        if (b == NULL || a_size != b_size || memcmp(from, to, a_size) != 0) {
            break;
        }
        to = b + 1;
        from += a_size + (a != NULL);
        if (*from == '\0') {
            break;
        }
    }
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    while (*from != '\0') {
        const char *slash = strchr(from, '/');
        strbuf_add_string(&name, "../");
        from = slash != NULL ? slash + 1 : from + strlen(from);
    }
    strbuf_add_string(&name, to);
    return arena_copy(c->arena, name.text, name.size);
}

void
define_by_type(struct rewriter *r)
{
    CLEANUP(strbuf_done) struct strbuf reader = STRBUF_INIT;
    const struct declaration *definition =
        variable_declaration(r->plan->module->variable);
    const struct source_file *file = definition->file;
    if (replaces_definition(r->plan)) {
        add_token(r, &reader);
    }
    if (is_required(r, REQUIRES_BY_TYPE) && r->plan->existing->type_getter == NULL) {
        add_by_type(r, &reader, file, r->plan->state_placement->is_header ? "" : "static ");
    }
    if (r->plan->teardown->uses_at_end) {
        add_at_end(r->plan, &reader, file, r->plan->state_placement->is_header ? "" : "static ");
    }
    if (reader.size == 0) {
        return;
    }
    const char *reason = "finds the state by a type";
    const char *text = indented(r->plan, file, reader.text, "");
    if (definition->within != NULL) { /* it was moved to the front of that function */
        uint32_t front =
            place_before(file, function_definition(r->plan->init->setup)->begin);
        change(r, file, front, front, text, reason);
        return;
    }
    uint32_t place = after_semicolon(file, definition->end);
    change(r, file, place, place, TEXT(r, "\n\n%.*s", (int)strlen(text) - 2, text),
           reason);
}

/* Would the state's header, which includes HEADERS, be included by itself through FILE,
 * which needs it? */
static bool
is_in_circle(const struct conversion *c, const struct source_file *const *headers,
             size_t n_headers, const struct source_file *file)
{
    for (size_t i = 0; i < n_headers && !file->is_main; i++) {
        if (includes_through(c, headers[i], file)) {
            return true;
        }
    }
    return false;
}

/* FILE includes the header at PATH: behind its other includes, or, in a circle, behind
 * the types that the header needs of it. */
static void
include_state(struct rewriter *r, const struct need *need, const char *path,
              bool in_circle)
{
    const struct source_file *file = need->file;
    uint32_t place = in_circle ? UINT32_MAX : include_place(file, need->offset);
    bool is_alone = place == UINT32_MAX;
    if (is_alone) {
        place = place_before(file, need->offset);
    }
    change(r, file, place, place,
           TEXT(r, "#include \"%s\"\n%s",
                include_name(r->plan, folder_of(r->plan, file->path), path),
                is_alone ? "\n" : ""),
           "the module state");
}

/* What files define for Python.h, which they would include through this header first. */
static void
define_macros(const struct python_macros *macros, struct strbuf *out)
{
    for (size_t i = 0; i < macros->n_items; i++) {
        const struct macro *macro = macros->items[i];
        bool has_body = macro->body < macro->end;
        strbuf_format(out, "#ifndef %s\n#define %s%s%.*s\n#endif\n", macro->name, macro->name,
                      has_body ? " " : "", has_body ? (int)(macro->end - macro->body) : 0,
                      macro->file->text + macro->body);
    }
}

void
write_header(struct rewriter *r)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct state_placement *placement = r->plan->state_placement;
    const struct source_file *file = variable_declaration(r->plan->module->variable)->file;
    const char *folder = folder_of(r->plan, file->path);
    char *guard = TEXT(r, "%s_STATE_H", r->plan->names->base);

    define_by_type(r);
    for (char *p = guard; *p != '\0'; p++) {
        *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    }
    strbuf_format(&out,
                  "/* The state of the module %s, and functions to get it. */\n"
                  "#ifndef %s\n#define %s\n\n",
                  r->plan->full_name, guard, guard);
    define_macros(&placement->macros, &out);
    strbuf_format(&out, "#include <Python.h>\n%s\n",
                  include_lines(r->plan, r->required.header_parts));
    if (r->plan->existing->record != NULL && !r->plan->existing->record->file->is_main)
    {
        strbuf_format(
            &out, "#include \"%s\"\n\n",
            include_name(r->plan, folder, r->plan->existing->record->file->path));
    }
    const struct source_file *const *headers = placement->headers;
    size_t n_headers = placement->n_headers;
    bool is_declared = placement->is_named_before;
    for (size_t i = 0; i < placement->n_needs; i++) {
        is_declared |= is_in_circle(r->plan, headers, n_headers, placement->needs[i].file);
    }
    if (is_declared) {
        declare_struct(r, &out);
    }
    for (size_t i = 0; i < n_headers; i++) {
        strbuf_format(&out, "#include \"%s\"\n%s",
                      include_name(r->plan, folder, headers[i]->path),
                      i + 1 == n_headers ? "\n" : "");
    }
    carry_sizes(r, &out);
    move_types(r, &out);
    add_struct(r, &out, is_declared);
    add_flags(r->plan, &out);
    add_accessors(r, &out, file);
    if (defines_refuse_reduce(r)) {
        add_refuse_reduce(r->plan, &out, file, "static inline ");
    }
    strbuf_add_string(&out, "#endif\n");
    edits_add_file(&r->edits, placement->path, indented(r->plan, file, out.text, ""));

    for (size_t i = 0; i < placement->n_needs; i++) {
        const struct need *need = &placement->needs[i];
        include_state(r, need, placement->path,
                      is_in_circle(r->plan, headers, n_headers, need->file));
    }
}

/* Where the state is needed in the file of GETTER, which gives it, in front of that, though behind
 * its struct, and nothing declares it there; NULL: nowhere. */
static const struct need *
need_in_front(const struct rewriter *r, const struct declaration *getter)
{
    const struct state_placement *placement = r->plan->state_placement;
    const struct function *function = r->plan->existing->getter;
    const struct record *record = r->plan->existing->record;
    const struct need *first = NULL;
    for (size_t i = 0; i < placement->n_needs && !placement->is_header; i++) {
        if (placement->needs[i].file == getter->file) {
            first = &placement->needs[i];
        }
    }
    if (first == NULL || first->offset >= getter->begin || getter->from_macro
        || (record->file == getter->file
            && record->end > place_before(getter->file, first->offset)))
    {
        return NULL;
    }
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        if (d->file != getter->file || d->begin < first->offset) {
            return NULL;
        }
    }
    return first;
}

/* The head of FUNCTION, as it stands at its definition D, as a declaration in one line. */
static void
add_prototype(const struct rewriter *r, struct strbuf *out, const struct function *function,
              const struct declaration *d)
{
    const char *head = text_of(r->plan, d->file, d->begin, function->body->begin);
    char last = '*';
    while (*head != '\0') {
        size_t line = strcspn(head, "\r\n"), size = line;
        while (size > 0 && strchr(" \t", head[size - 1]) != NULL) {
            size--;
        }
        strbuf_format(out, "%s%.*s", last == '*' || size == 0 ? "" : " ", (int)size, head);
        last = size > 0 ? head[size - 1] : last;
        head += line + strspn(head + line, " \t\r\n");
    }
    strbuf_add_string(out, ";\n\n");
}

void
write_around_getter(struct rewriter *r)
{
    const struct state_placement *placement = r->plan->state_placement;
    CLEANUP(strbuf_done) struct strbuf carried = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf behind = STRBUF_INIT;
    const struct declaration *getter = function_definition(r->plan->existing->getter);
    const struct source_file *file = getter->file;
    const struct need *early = need_in_front(r, getter);
    uint32_t place = place_before(file, early != NULL ? early->offset : getter->begin);
    uint32_t end = line_end(file, getter->end);
    bool is_header = placement->is_header;

    for (size_t i = 0; i < placement->n_needs; i++) {
        const struct need *need = &placement->needs[i];
        if (need->file != file && !includes_header(need->file, file->path)) {
            include_state(r, need, file->path, false);
        }
    }
    if (r->required.header_parts != 0) {
        require_header_at(r, r->required.header_parts, file, place);
    }
    uint32_t state = place_before(file, r->plan->existing->record->begin);
    carry_sizes(r, &carried);
    move_types(r, &carried);
    if (r->plan->existing->record->file == file && carried.size > 0) {
        change(r, file, state, state, indented(r->plan, file, carried.text, ""),
               "the module state needs it");
    }
    add_flags(r->plan, &before);
    declare_definition(r, &before, place);
    if (early != NULL) {
        add_prototype(r, &before, r->plan->existing->getter, getter);
        add_accessors(r, &before, file);
        change_first(r, file, place, indented(r->plan, file, before.text, ""),
                     "accessors of the module state");
    }
    else {
        change(r, file, place, place, indented(r->plan, file, before.text, ""),
               "accessors of the module state");
        add_accessors(r, &behind, file);
    }
    if (is_header && defines_refuse_reduce(r))
    {
        add_refuse_reduce(r->plan, &behind, file, "static inline ");
    }
    if (end < file->size && strchr("\r\n", file->text[end]) != NULL) {
        end = line_end(file, end);
    }
    change(r, file, end, end, indented(r->plan, file, behind.text, ""),
           "accessors of the module state");
    if (is_header || r->plan->language->is_cxx) {
        define_by_type(r);
    }
}
