/* The fields of the PyModuleDef: changed in their places, or appended. */
#include "convert/rewrite/init/definition_fields.h"

#include <assert.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/rewrite/changes.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* Does a comment at PLACE, one blank behind its field, stand in the column of the comment
 * that ends the line before? */
static bool
is_below_comment(const struct source_file *file, uint32_t place)
{
    uint32_t line = line_begin(file, place);
    if (line == 0) {
        return false;
    }
    uint32_t above = line_begin(file, line - 1) + (place - line);
    return above + 2 < line && strncmp(file->text + above, "/*", 2) == 0;
}

/* The comment behind ITEM, on its line, stays in its column as VALUE takes the place of
 * what was there, if the blanks in front of it allow. */
static void
keep_column(struct rewriter *r, const struct initializer *item, const char *value)
{
    const struct source_file *file = item->file;
    struct range note;
    uint32_t begin = item_end(file, item->end);
    if (begin == item->end || !comment_behind(file, begin, &note)) {
        return;
    }
    uint32_t end = note.begin;
    size_t gap = strspn(file->text + begin, " ");
    if (begin + gap != end || gap < 1 || (gap == 1 && !is_below_comment(file, end))) {
        return;
    }
    size_t old = item->end - item->begin, now = strlen(value);
    if (now < old) {
        change(r, file, end, end, TEXT(r, "%*s", (int)(old - now), ""),
               "alignment of the comment");
    }
    else if (now > old && gap > 1) {
        size_t less = now - old < gap - 1 ? now - old : gap - 1;
        change_cover(r, file, end - (uint32_t)less, end, "",
                     "alignment of the comment");
    }
}

static void
add_value(struct field_values *values, struct field_value value)
{
    assert(values->n_items < MAX_FIELDS);
    values->items[values->n_items++] = value;
}

void
add_new_field(struct field_values *values, const char *field, const char *value)
{
    add_value(values, (struct field_value){field, value, true});
}

static const struct field_value *
value_of(const struct field_values *values, const char *field, bool is_new)
{
    for (size_t i = 0; i < values->n_items; i++) {
        const struct field_value *value = &values->items[i];
        if (strcmp(value->field, field) == 0 && (value->is_new || !is_new)) {
            return value;
        }
    }
    return NULL;
}

void
set_field(struct rewriter *r, struct field_values *values, const char *field,
          const char *value)
{
    const struct initializer *item =
        variable_initializer(r->plan->module->variable, field);
    add_value(values, (struct field_value){field, value, item == NULL});
    if (item == NULL) {
        return;
    }
    value = value != NULL ? value : "NULL";
    change_cover(r, item->file, item->begin, item->end, value,
                 "the module's definition");
    keep_column(r, item, value);
    /* m_slots took the place of m_reload; so does the word in the comment. */
    if (strcmp(field, "m_slots") == 0) {
        struct range note;
        uint32_t behind = item_end(item->file, item->end);
        if (behind == item->end || !comment_behind(item->file, behind, &note)) {
            return;
        }
        const char *text = text_of(r->plan, item->file, note.begin, note.end);
        const char *word = strstr(text, "m_reload");
        if (word != NULL) {
            uint32_t begin = note.begin + (uint32_t)(word - text);
            change(r, item->file, begin, begin + (uint32_t)strlen("m_reload"),
                   "m_slots", "the current name of the field");
        }
    }
}

/* The new ones of VALUES by their places behind the last one that the definition has: C++
 * knows no designated initialisers before C++20. */
static const char *
positional(const struct conversion *c, const struct field_values *values)
{
    static const char *const fields[] = {"m_base",     "m_name",    "m_doc",
                                         "m_size",     "m_methods", "m_slots",
                                         "m_traverse", "m_clear",   "m_free"};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t n_given = 0, n_wanted = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
        if (variable_initializer(c->module->variable, fields[i]) != NULL) {
            n_given = i + 1;
        }
        if (value_of(values, fields[i], true) != NULL) {
            n_wanted = i + 1;
        }
    }
    for (size_t i = n_given > 0 ? n_given : 1; i < n_wanted; i++) {
        const struct field_value *value = value_of(values, fields[i], true);
        strbuf_format(&out, "\t%s,\n",
                      value != NULL && value->value != NULL ? value->value : "NULL");
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

static bool
is_designated(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        if (variable->initializers[i].designated) {
            return true;
        }
    }
    return false;
}

/* The new ones of VALUES, ".field = value," each.  Where all fields but the last, m_free,
 * have a place of their own without a name, it goes behind them as they are. */
static const char *
items_of(const struct conversion *c, const struct field_values *values)
{
    const struct initializer *last =
        variable_initializer(c->module->variable, "m_clear");
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < values->n_items; i++) {
        const struct field_value *item = &values->items[i];
        bool is_plain = out.size == 0 && last != NULL && !last->designated
                        && strcmp(item->field, "m_free") == 0;
        if (item->is_new) {
            strbuf_format(&out, is_plain ? "\t%.0s%s,\n" : "\t.%s = %s,\n", item->field,
                          item->value != NULL ? item->value : "NULL");
        }
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

/* What stands in front of the tab of each new line: with it, they are as far in as the
 * last item's line, if that is not the one of the brace. */
static const char *
fields_indent(const struct conversion *c, const struct brackets *braces)
{
    const struct source_file *file = braces->file;
    uint32_t last = brackets_last(braces).begin;
    const char *unit = style_of(c, file)->indent;
    if (line_begin(file, last) > braces->open) {
        const char *indent = indent_at(c, file, last);
        if (string_ends(indent, unit)) {
            return TEXT(c, "%.*s", (int)(strlen(indent) - strlen(unit)), indent);
        }
    }
    return indent_at(c, file, braces->close);
}

/* The items of BRACES, which stand on one line, get a line of their own; each one, if they
 * have names. */
static void
part_items(struct rewriter *r, const struct brackets *braces)
{
    const struct source_file *file = braces->file;
    const char *line = TEXT(r, "\n%s%s", indent_at(r->plan, file, braces->close),
                            style_of(r->plan, file)->indent);
    size_t n = is_designated(r->plan->module->variable) ? SIZE_MAX : 1;
    struct range item;
    for (size_t i = 0; i < n && brackets_item(braces, i, &item); i++) {
        uint32_t begin = item.begin;
        while (strchr(" \t", file->text[begin - 1]) != NULL) {
            begin--;
        }
        change(r, file, begin, item.begin, line, "the module's definition");
    }
}

void
append_fields(struct rewriter *r, const struct field_values *values)
{
    const struct node *list = r->plan->module->variable->initial;
    bool has_new = false;
    for (size_t i = 0; i < values->n_items; i++) {
        has_new |= values->items[i].is_new;
    }
    if (!has_new || list == NULL) {
        return;
    }
    const struct source_file *file = list->file;
    struct brackets braces;
    if (!node_braces(list, &braces)) {
        return;
    }
    struct range last = brackets_last(&braces);
    const char *fields =
        r->plan->language->is_cxx && !is_designated(r->plan->module->variable)
            ? positional(r->plan, values)
            : items_of(r->plan, values);
    const char *lines = indented(r->plan, file, fields, fields_indent(r->plan, &braces));
    uint32_t place = line_begin(file, braces.close);
    if (file->text[last.begin] != ',') {
        /* a comment that is set off keeps its column */
        bool is_set_off = place > last.end + 1 && file->text[last.end] == ' '
                          && file->text[last.end + 1] == ' ';
        change(r, file, last.end, last.end + is_set_off, ",", "the module's definition");
    }
    if (place > last.end) {
        change(r, file, place, place, lines, "the module's definition");
    }
    else {
        uint32_t end = last.end;
        while (end < braces.close && strchr(" \t", file->text[end]) != NULL) {
            end++;
        }
        bool is_bare = end == braces.close; /* no comment stands between */
        if (line_begin(file, last.begin) <= braces.open) {
            part_items(r, &braces);
        }
        change(r, file, is_bare ? last.end : braces.close, braces.close,
               TEXT(r, "\n%s", lines), "the module's definition");
    }
}

const char *
field_text(struct rewriter *r, const struct field_values *values, const char *field)
{
    const struct initializer *item =
        variable_initializer(r->plan->module->variable, field);
    const struct field_value *given = value_of(values, field, false);
    return given != NULL                    ? given->value
           : item == NULL || item->is_zero  ? NULL
                                            : rendered(r, item->file, item->begin,
                                                       item->end);
}
