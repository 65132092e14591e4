/* Lines of the result that are wider than the file's own lines are broken as a person
 * would: inside of parentheses, behind a comma or at && and ||.  A statement that needs
 * it is written anew as a whole, so that its lines do not depend on how often it was
 * changed.  Lines that were there before, directives, comments and tables stay. */
#include "convert/text/reflow.h"

#include <ctype.h>
#include <string.h>

#include "convert/text/statements.h"
#include "convert/text/width.h"

enum {
    MAX_NESTING = 32,
    MAX_STATEMENT_LINES = 64,
    MAX_LAID_LINES = 96,
    UNIT = 4, /* columns of one more level, where nothing is aligned */
};

/* How the file breaks lines. */
struct habits {
    size_t width;  /* columns; 0: no limit is kept */
    bool has_tabs; /* begins lines with them */
    bool leads_with_operator;
};

struct line {
    const char *text;
    size_t size; /* without the newline */
    bool is_new;
};

/* --- the file as it was --------------------------------------------------- */

static size_t
split_lines(struct arena *arena, const char *text, size_t size, struct line **out)
{
    struct line *lines = NULL;
    size_t n_lines = 0, capacity = 0;
    for (size_t i = 0; i < size;) {
        const char *end = memchr(text + i, '\n', size - i);
        size_t length = end != NULL ? (size_t)(end - text) - i : size - i;
        size_t bare = length > 0 && text[i + length - 1] == '\r' ? length - 1 : length;
        ARENA_GROW(arena, lines, n_lines, capacity);
        lines[n_lines++] = (struct line){text + i, bare, true};
        i += length + (end != NULL);
    }
    *out = lines;
    return n_lines;
}

static bool
begins_with_operator(const char *text, size_t size)
{
    return size >= 2 && (memcmp(text, "&&", 2) == 0 || memcmp(text, "||", 2) == 0);
}

static struct habits
habits_of(const char *model, size_t model_size, const struct line *lines, size_t n_lines)
{
    size_t n_tabs = 0, n_blanks = 0, n_leading = 0, n_trailing = 0;
    for (size_t i = 0; i < n_lines; i++) {
        const char *text = lines[i].text;
        size_t size = lines[i].size, blank = 0;
        n_tabs += size > 0 && *text == '\t';
        n_blanks += size > 0 && *text == ' ';
        while (blank < size && (text[blank] == ' ' || text[blank] == '\t')) {
            blank++;
        }
        n_leading += begins_with_operator(text + blank, size - blank);
        n_trailing += size >= 2 && begins_with_operator(text + size - 2, 2);
    }
    return (struct habits){line_width(model, model_size), n_tabs > n_blanks,
                           n_leading >= n_trailing};
}

static uint64_t
hash_of(const struct line *line)
{
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t i = 0; i < line->size; i++) {
        hash = (hash ^ (unsigned char)line->text[i]) * 0x100000001b3;
    }
    return hash;
}

/* Where a line like LINE is in the table, or where it would be. */
static const struct line **
slot_for(const struct line **slots, size_t n_slots, const struct line *line)
{
    size_t at = hash_of(line) & (n_slots - 1);
    while (slots[at] != NULL
           && (slots[at]->size != line->size
               || memcmp(slots[at]->text, line->text, line->size) != 0))
    {
        at = (at + 1) & (n_slots - 1);
    }
    return &slots[at];
}

/* Mark the LINES that stand in OLD, too, as not new. */
static void
find_old(struct arena *arena, struct line *lines, size_t n_lines,
         const struct line *old, size_t n_old)
{
    size_t n_slots = 16;
    while (n_slots < 2 * n_old) {
        n_slots *= 2;
    }
    const struct line **slots = ARENA_ARRAY(arena, const struct line *, n_slots);
    for (size_t i = 0; i < n_old; i++) {
        *slot_for(slots, n_slots, &old[i]) = &old[i];
    }
    for (size_t i = 0; i < n_lines; i++) {
        lines[i].is_new = *slot_for(slots, n_slots, &lines[i]) == NULL;
    }
}

/* --- statements ----------------------------------------------------------- */

struct scan {
    int depth;       /* of parentheses and brackets */
    bool in_comment; /* that began on a line before */
    bool is_plain;   /* the statement so far: no comment, no directive, no brace inside
                        of parentheses, no literal in several parts */
    bool continues;  /* the line is a directive that goes on */
};

static void
scan_line(struct scan *scan, const struct line *line)
{
    const char *text = line->text;
    size_t size = line->size, i = 0;
    while (i < size && isspace((unsigned char)text[i])) {
        i++;
    }
    if (!scan->in_comment && (scan->continues || (i < size && text[i] == '#'))) {
        scan->continues = size > 0 && text[size - 1] == '\\';
        scan->is_plain = false;
        return;
    }
    if (i < size && text[i] == '"' && scan->depth > 0) {
        scan->is_plain = false; /* a literal goes on, or is as long as a line */
    }
    while (i < size) {
        if (scan->in_comment) {
            const char *end = memmem(text + i, size - i, "*/", 2);
            scan->is_plain = false;
            scan->in_comment = end == NULL;
            i = end != NULL ? (size_t)(end - text) + 2 : size;
        }
        else if (text[i] == '/' && i + 1 < size && text[i + 1] == '*') {
            scan->in_comment = true;
            i += 2;
        }
        else if (text[i] == '/' && i + 1 < size && text[i + 1] == '/') {
            scan->is_plain = false;
            return;
        }
        else if (text[i] == '"' || text[i] == '\'') {
            i = skip_literal(text, size, i);
        }
        else {
            scan->depth += text[i] == '(' || text[i] == '[';
            scan->depth -= text[i] == ')' || text[i] == ']';
            scan->is_plain &= !(text[i] == '{' && scan->depth > 0) && text[i] != '\\';
            i++;
        }
    }
}

/* The number of lines of the statement that begins at line FIRST; what does not end
 * soon, because a branch opens a parenthesis twice, is no statement. */
static size_t
n_statement_lines(struct scan *scan, const struct line *lines, size_t n_lines,
                  size_t first)
{
    size_t i = first;
    scan->depth = 0;
    scan->is_plain = true;
    do {
        scan_line(scan, &lines[i++]);
        if (i - first >= MAX_STATEMENT_LINES) {
            scan->is_plain = false;
            return 1;
        }
    } while (i < n_lines && scan->depth > 0 && !scan->in_comment);
    scan->is_plain &= scan->depth == 0 && !scan->in_comment;
    return i - first;
}

/* --- laying out ----------------------------------------------------------- */

enum place_kind { PLACE_ELEMENT, PLACE_ITEM, PLACE_OPEN, PLACE_ASSIGN };

/* Where a line can end. */
struct place {
    enum place_kind kind;
    size_t position; /* in the text, of what begins the next line */
    size_t depth;
    size_t indent; /* of the next line */
};

struct layout {
    const struct habits *habits;
    const char *text; /* the statement on one line, without its indentation */
    size_t size;
    size_t indent;              /* of its first line, in columns */
    bool is_items;              /* of an initialiser, and the last one has its comma */
    size_t opened[MAX_NESTING]; /* columns behind the parentheses that are open */
    size_t depth;
    size_t ends[MAX_LAID_LINES], indents[MAX_LAID_LINES];
    size_t n_lines;
};

static bool
is_call(const char *text, size_t open)
{
    static const char *const words[] = {"sizeof", "if", "for", "while", "switch"};
    size_t begin = open;
    while (begin > 0
           && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_')) {
        begin--;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        size_t size = strlen(words[i]);
        if (open - begin == size && memcmp(text + begin, words[i], size) == 0) {
            return false;
        }
    }
    return begin < open;
}

static size_t
indent_within(const struct layout *layout, enum place_kind kind)
{
    if (kind == PLACE_ELEMENT) {
        return layout->indent;
    }
    if (layout->habits->has_tabs) {
        return layout->indent + 2 * TAB_WIDTH;
    }
    if (kind == PLACE_ITEM && layout->depth > 0) {
        return layout->opened[layout->depth - 1];
    }
    return (kind == PLACE_OPEN && layout->depth > 1 ? layout->opened[layout->depth - 2]
                                                    : layout->indent)
           + UNIT;
}

static bool
is_better(const struct place *one, const struct place *best,
          const enum place_kind *order)
{
    size_t rank = 0, best_rank = 0;
    while (order[rank] != one->kind) {
        rank++;
    }
    while (order[best_rank] != best->kind) {
        best_rank++;
    }
    if (rank != best_rank) {
        return rank < best_rank;
    }
    return one->depth <= best->depth;
}

/* The place behind (or at) what stands at I, if a line can end there. */
static bool
place_at(const struct layout *layout, size_t i, struct place *out)
{
    const char *text = layout->text;
    *out = (struct place){PLACE_ITEM, 0, layout->depth, 0};
    if (text[i] == ',' && layout->depth == 0 && layout->is_items
        && i + 2 < layout->size && text[i + 2] == '.')
    {
        out->kind = PLACE_ELEMENT; /* the next one has its name */
        out->position = i + 1;
    }
    else if (text[i] == ',' && layout->depth > 0) {
        out->position = i + 1;
    }
    else if (begins_with_operator(text + i, layout->size - i) && layout->depth > 0) {
        out->position = layout->habits->leads_with_operator ? i : i + 2;
    }
    else if (text[i] == '|' && i > 0 && text[i - 1] == ' ' && text[i + 1] == ' '
             && layout->depth == 0)
    {
        out->position = i + 1;
    }
    else if ((text[i] == '?' || text[i] == ':') && i > 0 && text[i - 1] == ' '
             && text[i + 1] == ' ' && layout->depth == 0)
    {
        out->position = layout->habits->leads_with_operator ? i : i + 1;
    }
    else if (text[i] == '(' && is_call(text, i) && text[i + 1] != ')') {
        out->kind = PLACE_OPEN;
        out->position = i + 1;
    }
    else if (text[i] == '=' && i > 0 && text[i - 1] == ' ' && text[i + 1] == ' '
             && layout->depth == 0)
    {
        out->kind = PLACE_ASSIGN;
        out->position = i + 1;
    }
    else {
        return false;
    }
    while (out->position < layout->size && text[out->position] == ' ') {
        out->position++;
    }
    return out->position < layout->size;
}

static size_t
trimmed(const char *text, size_t begin, size_t end)
{
    while (end > begin && text[end - 1] == ' ') {
        end--;
    }
    return end;
}

/* Does what cannot be parted at the beginning of the next line fit there? */
static bool
next_fits(const struct layout *layout, const struct place *place)
{
    size_t i = place->position;
    while (i < layout->size && strchr(" ,(", layout->text[i]) == NULL) {
        i = layout->text[i] == '"' || layout->text[i] == '\''
                ? skip_literal(layout->text, layout->size, i)
                : i + 1;
    }
    return place->indent + (i - place->position) < layout->habits->width;
}

/* Lay the line that begins at BEGIN in column INDENT; *OUT_NEXT is what follows it, 0
 * if that was all.  False if it cannot be as narrow as it should. */
static bool
lay_line(struct layout *layout, size_t begin, size_t indent,
         const enum place_kind *order, size_t n_kinds, struct place *out_next)
{
    struct place best = {PLACE_ITEM, 0, 0, 0};
    struct layout at_best = *layout;
    size_t column = indent;
    for (size_t i = begin; i < layout->size;) {
        struct place place;
        if (layout->text[i] == '"' || layout->text[i] == '\'') {
            size_t end = skip_literal(layout->text, layout->size, i);
            column += text_columns(layout->text + i, end - i);
            i = end;
            continue;
        }
        bool closes = layout->text[i] == ')' || layout->text[i] == ']';
        bool opens = layout->text[i] == '(' || layout->text[i] == '[';
        if (closes && layout->depth > 0) {
            layout->depth--;
        }
        bool is_place = !opens && place_at(layout, i, &place);
        if (opens) {
            if (layout->depth == MAX_NESTING) {
                return false;
            }
            is_place = place_at(layout, i, &place);
            layout->opened[layout->depth++] = column + 1;
        }
        size_t end = is_place ? trimmed(layout->text, i, place.position) : 0;
        bool is_known = false;
        for (size_t k = 0; is_place && k < n_kinds; k++) {
            is_known |= order[k] == place.kind;
        }
        place.indent = is_known ? indent_within(layout, place.kind) : 0;
        if (is_known && place.position > begin
            && column + (end > i ? end - i : 0) <= layout->habits->width
            && next_fits(layout, &place)
            && (best.position == 0 || is_better(&place, &best, order)))
        {
            best = place;
            at_best = *layout;
        }
        column += text_columns(layout->text + i, 1);
        i++;
    }
    if (column <= layout->habits->width) {
        *out_next = (struct place){PLACE_ITEM, 0, 0, 0};
        return true;
    }
    if (best.position == 0 || best.indent >= layout->habits->width) {
        return false;
    }
    memcpy(layout->opened, at_best.opened, sizeof(layout->opened));
    layout->depth = at_best.depth;
    if (best.kind == PLACE_OPEN) {
        layout->opened[layout->depth - 1] = best.indent;
    }
    *out_next = best;
    return true;
}

/* Lay the statement, with FIRST for the kinds of places of its first line, in order of
 * preference, and REST for the others. */
static bool
lay(struct layout *layout, const enum place_kind *first, size_t n_first,
    const enum place_kind *rest, size_t n_rest)
{
    size_t begin = 0, indent = layout->indent;
    layout->depth = layout->n_lines = 0;
    for (;;) {
        struct place next;
        bool is_first = layout->n_lines == 0;
        if (layout->n_lines == MAX_LAID_LINES
            || !lay_line(layout, begin, indent, is_first ? first : rest,
                         is_first ? n_first : n_rest, &next))
        {
            return false;
        }
        layout->indents[layout->n_lines] = indent;
        layout->ends[layout->n_lines++] =
            next.position != 0 ? next.position : layout->size;
        if (next.position == 0) {
            return true;
        }
        begin = next.position;
        indent = next.indent;
    }
}

static bool
lay_best(struct layout *layout)
{
    static const enum place_kind items[] = {PLACE_ELEMENT, PLACE_ITEM, PLACE_OPEN};
    static const enum place_kind opening[] = {PLACE_OPEN};
    static const enum place_kind assigning[] = {PLACE_ASSIGN};
    static const struct {
        const enum place_kind *first;
        size_t n_first, n_rest;
    } ways[] = {{items, 2, 2}, {items, 3, 3}, {opening, 1, 3}, {assigning, 1, 3}};
    struct layout best = {.n_lines = MAX_LAID_LINES + 1};

    for (size_t i = 0; i < ARRAY_LENGTH(ways); i++) {
        struct layout one = *layout;
        if (lay(&one, ways[i].first, ways[i].n_first, items, ways[i].n_rest)
            && one.n_lines < best.n_lines)
        {
            best = one;
        }
    }
    if (best.n_lines > MAX_LAID_LINES) {
        return false;
    }
    *layout = best;
    return true;
}

/* --- writing -------------------------------------------------------------- */

static void
add_indent(struct strbuf *out, size_t indent, bool has_tabs)
{
    for (; has_tabs && indent >= TAB_WIDTH; indent -= TAB_WIDTH) {
        strbuf_add_char(out, '\t');
    }
    for (; indent > 0; indent--) {
        strbuf_add_char(out, ' ');
    }
}

/* The statement on one line; its indentation is left out. */
static void
flatten(struct strbuf *flat, const struct line *lines, size_t n_lines)
{
    for (size_t i = 0; i < n_lines; i++) {
        const char *text = lines[i].text;
        size_t size = lines[i].size;
        while (size > 0 && isspace((unsigned char)*text)) {
            text++;
            size--;
        }
        while (size > 0 && isspace((unsigned char)text[size - 1])) {
            size--;
        }
        bool is_tight = flat->size == 0 || flat->text[flat->size - 1] == '('
                        || (size > 0 && *text == ')');
        if (!is_tight && size > 0) {
            strbuf_add_char(flat, ' ');
        }
        strbuf_add(flat, text, size);
    }
}

static bool
is_too_wide(const struct line *lines, size_t n_lines, size_t width)
{
    for (size_t i = 0; i < n_lines; i++) {
        if (lines[i].is_new && text_columns(lines[i].text, lines[i].size) > width) {
            return true;
        }
    }
    return false;
}

/* Does TEXT hold a whole block, as a lambda does? */
static bool
holds_block(const char *text, size_t size)
{
    bool is_open = false, has_statement = false;
    for (size_t i = 0; i < size;) {
        is_open |= text[i] == '{';
        has_statement |= is_open && text[i] == ';';
        if (has_statement && text[i] == '}') {
            return true;
        }
        i = text[i] == '"' || text[i] == '\'' ? skip_literal(text, size, i) : i + 1;
    }
    return false;
}

/* Append the statement of LINES, broken anew; false if it is to stay as it is. */
static bool
add_broken(struct strbuf *out, const struct habits *habits, const struct line *lines,
           size_t n_lines, const char *newline)
{
    CLEANUP(strbuf_done) struct strbuf flat = STRBUF_INIT;
    size_t blank = 0, begin = 0;
    while (blank < lines[0].size && isspace((unsigned char)lines[0].text[blank])) {
        blank++;
    }
    flatten(&flat, lines, n_lines);
    struct layout layout = {.habits = habits,
                            .text = flat.text,
                            .size = flat.size,
                            .indent = text_columns(lines[0].text, blank),
                            .is_items = flat.size > 0 && flat.text[flat.size - 1] == ','};
    bool is_table_line = flat.size > 0 && *flat.text == '{';
    if (flat.size == 0 || is_table_line || holds_block(flat.text, flat.size)
        || !lay_best(&layout)) {
        return false;
    }
    for (size_t i = 0; i < layout.n_lines; i++) {
        if (layout.indents[i] == layout.indent) {
            strbuf_add(out, lines[0].text, blank);
        }
        else {
            add_indent(out, layout.indents[i], habits->has_tabs);
        }
        strbuf_add(out, flat.text + begin,
                   trimmed(flat.text, begin, layout.ends[i]) - begin);
        strbuf_add_string(out, newline);
        begin = layout.ends[i];
    }
    return true;
}

/* --- blocks on one line ---------------------------------------------------- */

/* Append the statement of LINES with its blocks on lines of their own; false if it has
 * none, or is to stay as it is. */
static bool
add_blocks(struct strbuf *out, const struct habits *habits, const struct line *lines,
           size_t n_lines, const char *unit, const char *newline)
{
    CLEANUP(strbuf_done) struct strbuf flat = STRBUF_INIT, indent = STRBUF_INIT;
    size_t blank = 0;
    while (blank < lines[0].size && isspace((unsigned char)lines[0].text[blank])) {
        blank++;
    }
    flatten(&flat, lines, n_lines);
    strbuf_add(&indent, lines[0].text, blank);
    const struct statement_lines laid = {indent.text, unit, 0, newline, habits->width};
    return blank > 0 && *flat.text != '{'
           && (statements_has_parts(flat.text, flat.size)
               || statements_count(flat.text, flat.size) > 1)
           && statements_add(out, flat.text, flat.size, &laid) == 0;
}

/* --- macros --------------------------------------------------------------- */

static bool
goes_on(const struct line *line)
{
    return line->size > 0 && line->text[line->size - 1] == '\\';
}

static bool
is_padded_line(const struct line *line)
{
    const char *end = line->text + line->size;
    return line->size > 2 && isspace((unsigned char)end[-2])
           && isspace((unsigned char)end[-3]);
}

/* The column of the backslashes of the N_LINES lines of a directive, where most of the
 * old ones share one; 0 if they do not. */
static size_t
backslash_column(const struct line *lines, size_t n_lines)
{
    size_t n_old = 0, best = 0, n_best = 0;
    bool is_padded = false;
    for (size_t i = 0; i < n_lines; i++) {
        size_t column = text_columns(lines[i].text, lines[i].size), n_same = 0;
        if (lines[i].is_new || !goes_on(&lines[i])) {
            continue;
        }
        n_old++;
        is_padded |= is_padded_line(&lines[i]);
        for (size_t k = 0; k < n_lines; k++) {
            n_same += !lines[k].is_new && goes_on(&lines[k])
                      && text_columns(lines[k].text, lines[k].size) == column;
        }
        if (n_same > n_best) {
            n_best = n_same;
            best = column;
        }
    }
    return is_padded && 2 * n_best > n_old ? best : 0;
}

/* Append the line with its backslash in COLUMN, where there is room. */
static void
add_aligned(struct strbuf *out, const struct line *line, size_t column,
            const char *newline)
{
    size_t size = line->size - 1;
    while (size > 0 && (line->text[size - 1] == ' ' || line->text[size - 1] == '\t')) {
        size--;
    }
    strbuf_add(out, line->text, size);
    size_t width = text_columns(line->text, size);
    strbuf_format(out, "%*s\\%s", (int)(width + 1 < column ? column - 1 - width : 1),
                  "", newline);
}

/* Is LINE new, and a block of several statements, of which there was one before? */
static bool
is_made_block(const struct line *line, size_t *out_blank)
{
    size_t blank = 0;
    while (blank < line->size && isspace((unsigned char)line->text[blank])) {
        blank++;
    }
    *out_blank = blank;
    return line->is_new && line->size > blank + 2 && line->text[blank] == '{'
           && line->text[line->size - 1] == '}'
           && statements_count(line->text + blank, line->size - blank) == 1
           && statements_count(line->text + blank + 1, line->size - blank - 2) > 1;
}

/* Append such a LINE, with the brace on the line of HEAD, where what it belongs to begins;
 * that ends in OUT. */
static bool
add_made_block(struct strbuf *out, const struct line *head, const struct line *line,
               const struct habits *habits, const char *unit, const char *newline)
{
    CLEANUP(strbuf_done) struct strbuf inside = STRBUF_INIT, indent = STRBUF_INIT;
    size_t blank, head_blank = 0, end = out->size;
    if (head == NULL || !is_made_block(line, &blank)) {
        return false;
    }
    while (end > 0 && strchr("\r\n", out->text[end - 1]) != NULL) {
        end--;
    }
    bool is_head = end > 0
                   && (out->text[end - 1] == ')'
                       || (end > 4 && memcmp(out->text + end - 4, "else", 4) == 0));
    while (head_blank < head->size && isspace((unsigned char)head->text[head_blank])) {
        head_blank++;
    }
    strbuf_add(&indent, line->text, blank);
    const struct statement_lines lines = {indent.text, unit, 0, newline, habits->width};
    if (!is_head || head_blank >= blank
        || statements_add(&inside, line->text + blank + 1, line->size - blank - 2,
                          &lines) < 0)
    {
        return false;
    }
    out->size = end;
    if (head + 1 < line) { /* the head takes several lines: PEP 7 */
        strbuf_format(out, "%s%.*s{%s", newline, (int)head_blank, head->text, newline);
    }
    else {
        strbuf_format(out, " {%s", newline);
    }
    strbuf_format(out, "%s%.*s}%s", inside.text, (int)head_blank, head->text, newline);
    return true;
}

static const char *
newline_of(const struct line *line)
{
    return line->text[line->size] == '\r' ? "\r\n" : "\n";
}

/* Append TEXT with blocks on lines of their own: of statements that are new and too wide,
 * and where there was none. */
static void
expand_blocks(struct arena *arena, const struct line *old_lines, size_t n_old,
              const struct habits *habits, const char *unit, const struct strbuf *text,
              struct strbuf *out)
{
    struct line *lines;
    size_t n_lines = split_lines(arena, text->text, text->size, &lines);
    struct scan scan = {0};
    const struct line *head = NULL; /* where the statement before begins */
    find_old(arena, lines, n_lines, old_lines, n_old);
    for (size_t i = 0; i < n_lines;) {
        size_t n = n_statement_lines(&scan, lines, n_lines, i);
        const char *begin = lines[i].text, *text_end = text->text + text->size;
        const char *end = i + n < n_lines ? lines[i + n].text : text_end;
        bool ends = lines[i].text + lines[i].size < text_end; /* with a newline */
        bool is_made = n == 1 && ends && scan.is_plain
                       && add_made_block(out, head, &lines[i], habits, unit,
                                         newline_of(&lines[i]));
        head = scan.is_plain ? &lines[i] : NULL;
        if (is_made) {
            i += n;
            continue;
        }
        if (habits->width == 0 || !scan.is_plain || !ends
            || !is_too_wide(lines + i, n, habits->width)
            || !add_blocks(out, habits, lines + i, n, unit, newline_of(&lines[i])))
        {
            strbuf_add(out, begin, (size_t)(end - begin));
        }
        i += n;
    }
}

void
convert_reflow(struct arena *arena, const struct reflow_request *request,
               const char *before, size_t before_size, struct strbuf *out)
{
    struct line *lines, *old_lines, *model_lines;
    size_t n_old = split_lines(arena, request->old, request->old_size, &old_lines);
    size_t n_model =
        split_lines(arena, request->model, request->model_size, &model_lines);
    struct habits habits =
        habits_of(request->model, request->model_size, model_lines, n_model);
    CLEANUP(strbuf_done) struct strbuf whole = STRBUF_INIT, expanded = STRBUF_INIT;
    struct scan scan = {0};

    strbuf_add(&whole, before, before_size);
    expand_blocks(arena, old_lines, n_old, &habits, request->unit, &whole, &expanded);
    const char *text = expanded.text;
    size_t size = expanded.size;
    size_t n_lines = split_lines(arena, text, size, &lines);
    find_old(arena, lines, n_lines, old_lines, n_old);
    for (size_t i = 0, aligned = 0, column = 0; i < n_lines;) {
        if (i >= aligned && goes_on(&lines[i])) {
            for (aligned = i; aligned < n_lines && goes_on(&lines[aligned]);) {
                aligned++;
            }
            column = backslash_column(lines + i, aligned - i);
        }
        size_t n = n_statement_lines(&scan, lines, n_lines, i);
        const char *begin = lines[i].text;
        const char *end = i + n < n_lines ? lines[i + n].text : text + size;
        bool ends = lines[i].text + lines[i].size < text + size; /* with a newline */
        if (i < aligned && column > 0 && n == 1 && ends && lines[i].is_new) {
            add_aligned(out, &lines[i], column, newline_of(&lines[i]));
        }
        else if (habits.width == 0 || !scan.is_plain || !ends
                 || !is_too_wide(lines + i, n, habits.width)
                 || !add_broken(out, &habits, lines + i, n, newline_of(&lines[i])))
        {
            strbuf_add(out, begin, (size_t)(end - begin));
        }
        i += n;
    }
}
