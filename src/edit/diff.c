/* Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", with the
 * linear-space refinement of its section 4b. */
#include "edit/diff.h"

#include <string.h>

#include "base/map.h"

enum { CONTEXT_LINES = 3 };

/* What equal lines share: whichever side they are on, they are of one kind. */
struct kind {
    long number;
    bool in_before, in_after;
};

struct line {
    const char *text; /* without NUL; the newline belongs to it */
    size_t size;
    struct kind *kind;
};

struct lines {
    struct line *items;
    size_t n_items;
};

/* The lines of one side that the other side has, too.  A line that it has not is in no
 * common subsequence: without those there is less to search, and the result as short. */
struct sequence {
    long *kinds;
    size_t *places; /* which line it is */
    long n_items;
};

struct comparison {
    struct lines before, after;
    struct sequence a, b;
    bool *removed; /* per line of BEFORE */
    bool *added;   /* per line of AFTER */
    long *forward; /* furthest x per diagonal; index 0 is `origin` */
    long *backward;
    long origin;
};

static struct kind *
kind_of(struct arena *arena, struct map *kinds, const char *text, size_t size)
{
    struct kind *kind = map_find(kinds, text, size);
    if (kind == NULL) {
        kind = ARENA_NEW(arena, struct kind);
        kind->number = (long)kinds->n_entries;
        map_set(kinds, text, size, kind);
    }
    return kind;
}

static struct lines
lines_of(struct arena *arena, struct map *kinds, const char *text, size_t size)
{
    struct lines lines = {NULL, 0};
    size_t capacity = 0;
    size_t begin = 0;

    while (begin < size) {
        const char *newline = memchr(text + begin, '\n', size - begin);
        size_t end = newline != NULL ? (size_t)(newline - text) + 1 : size;
        ARENA_GROW(arena, lines.items, lines.n_items, capacity);
        lines.items[lines.n_items++] =
            (struct line){text + begin, end - begin,
                          kind_of(arena, kinds, text + begin, end - begin)};
        begin = end;
    }
    return lines;
}

/* Those LINES that both sides have; IS_ALONE is set for the others. */
static struct sequence
sequence_of(struct arena *arena, const struct lines *lines, bool *is_alone)
{
    struct sequence sequence = {
        .kinds = ARENA_ARRAY(arena, long, lines->n_items + 1),
        .places = ARENA_ARRAY(arena, size_t, lines->n_items + 1),
    };
    for (size_t i = 0; i < lines->n_items; i++) {
        const struct kind *kind = lines->items[i].kind;
        if (!kind->in_before || !kind->in_after) {
            is_alone[i] = true;
            continue;
        }
        sequence.kinds[sequence.n_items] = kind->number;
        sequence.places[sequence.n_items++] = i;
    }
    return sequence;
}

static bool
lines_equal(const struct comparison *c, long before, long after)
{
    return c->a.kinds[before] == c->b.kinds[after];
}

/* A rectangle of the edit graph: lines [a, a_end) against [b, b_end). */
struct box {
    long a, a_end, b, b_end;
};

/* The furthest x on diagonal K after one more step from its neighbours, or -1
 * if both lead out of the box of WIDTH x HEIGHT. */
static long
step(const long *reach, long k, long width, long height)
{
    long right = reach[k - 1] >= 0 && reach[k - 1] < width ? reach[k - 1] + 1 : -1;
    long down = reach[k + 1] >= 0 && reach[k + 1] - k <= height ? reach[k + 1] : -1;
    return right > down ? right : down;
}

/* Find a point of a shortest path through BOX, about half way.  The box is not
 * empty on either side, and its corners' lines differ. */
static void
find_middle(struct comparison *c, struct box box, long *out_x, long *out_y)
{
    long width = box.a_end - box.a, height = box.b_end - box.b;
    long delta = width - height;
    long *forward = c->forward + c->origin, *backward = c->backward + c->origin;

    for (long k = -height - 1; k <= width + 1; k++) {
        forward[k] = backward[k] = -1;
    }
    for (long d = 0;; d++) {
        for (long k = -d; k <= d; k += 2) {
            if (k < -height || k > width) {
                continue;
            }
            long x = d == 0 ? 0 : step(forward, k, width, height);
            if (x < 0) {
                continue;
            }
            while (x < width && x - k < height
                   && lines_equal(c, box.a + x, box.b + x - k))
            {
                x++;
            }
            forward[k] = x;
            long opposite = delta - k;
            if (opposite >= -height && opposite <= width && backward[opposite] >= 0
                && x + backward[opposite] >= width)
            {
                *out_x = box.a + x;
                *out_y = box.b + x - k;
                return;
            }
        }
        for (long k = -d; k <= d; k += 2) {
            if (k < -height || k > width) {
                continue;
            }
            long x = d == 0 ? 0 : step(backward, k, width, height);
            if (x < 0) {
                continue;
            }
            while (x < width && x - k < height
                   && lines_equal(c, box.a_end - 1 - x, box.b_end - 1 - (x - k)))
            {
                x++;
            }
            backward[k] = x;
            long opposite = delta - k;
            if (opposite >= -height && opposite <= width && forward[opposite] >= 0
                && x + forward[opposite] >= width)
            {
                *out_x = box.a_end - x;
                *out_y = box.b_end - (x - k);
                return;
            }
        }
    }
}

static void
compare(struct comparison *c, struct box box)
{
    while (box.a < box.a_end && box.b < box.b_end && lines_equal(c, box.a, box.b)) {
        box.a++;
        box.b++;
    }
    while (box.a < box.a_end && box.b < box.b_end
           && lines_equal(c, box.a_end - 1, box.b_end - 1))
    {
        box.a_end--;
        box.b_end--;
    }
    if (box.a == box.a_end || box.b == box.b_end) {
        for (long i = box.a; i < box.a_end; i++) {
            c->removed[c->a.places[i]] = true;
        }
        for (long i = box.b; i < box.b_end; i++) {
            c->added[c->b.places[i]] = true;
        }
        return;
    }
    long x, y;
    find_middle(c, box, &x, &y);
    compare(c, (struct box){box.a, x, box.b, y});
    compare(c, (struct box){x, box.a_end, y, box.b_end});
}

/* A run of changed lines between equal ones can often stand a line further down just as
 * well: let each stand as low as it can, so that a new function begins with its own first
 * line and not with the brace of the one above. */
static void
slide_down(const struct lines *lines, bool *is_changed)
{
    for (size_t begin = 0; begin < lines->n_items; begin++) {
        size_t end = begin;
        while (end < lines->n_items && is_changed[end]) {
            end++;
        }
        while (end > begin && end < lines->n_items
               && lines->items[begin].kind == lines->items[end].kind)
        {
            is_changed[begin++] = false;
            is_changed[end++] = true;
            while (end < lines->n_items && is_changed[end]) {
                end++; /* met the next run */
            }
        }
        begin = end > begin ? end : begin;
    }
}

/* Fill what is removed and what is added. */
static void
find_changes(struct arena *arena, struct comparison *c)
{
    for (size_t i = 0; i < c->before.n_items; i++) {
        c->before.items[i].kind->in_before = true;
    }
    for (size_t i = 0; i < c->after.n_items; i++) {
        c->after.items[i].kind->in_after = true;
    }
    c->removed = ARENA_ARRAY(arena, bool, c->before.n_items + 1);
    c->added = ARENA_ARRAY(arena, bool, c->after.n_items + 1);
    c->a = sequence_of(arena, &c->before, c->removed);
    c->b = sequence_of(arena, &c->after, c->added);
    size_t n_diagonals = (size_t)(c->a.n_items + c->b.n_items) + 3;
    c->forward = ARENA_ARRAY(arena, long, n_diagonals);
    c->backward = ARENA_ARRAY(arena, long, n_diagonals);
    c->origin = c->b.n_items + 1;
    compare(c, (struct box){0, c->a.n_items, 0, c->b.n_items});
    slide_down(&c->before, c->removed);
    slide_down(&c->after, c->added);
}

static void
add_line(struct strbuf *out, char sign, const struct line *line)
{
    strbuf_add_char(out, sign);
    strbuf_add(out, line->text, line->size);
    if (line->text[line->size - 1] != '\n') {
        strbuf_add_string(out, "\n\\ No newline at end of file\n");
    }
}

/* "-A,N" or "+A,N" of a hunk header: an empty range names the line before it. */
static void
add_range(struct strbuf *out, char sign, size_t begin, size_t size)
{
    strbuf_format(out, "%c%zu", sign, size == 0 ? begin : begin + 1);
    if (size != 1) {
        strbuf_format(out, ",%zu", size);
    }
}

/* Append the hunk of lines [a, a_end) and [b, b_end). */
static void
add_hunk(struct strbuf *out, const struct comparison *c, size_t a, size_t a_end,
         size_t b, size_t b_end)
{
    strbuf_add_string(out, "@@ ");
    add_range(out, '-', a, a_end - a);
    strbuf_add_char(out, ' ');
    add_range(out, '+', b, b_end - b);
    strbuf_add_string(out, " @@\n");
    while (a < a_end || b < b_end) {
        if (a < a_end && c->removed[a]) {
            add_line(out, '-', &c->before.items[a++]);
        }
        else if (b < b_end && c->added[b]) {
            add_line(out, '+', &c->after.items[b++]);
        }
        else {
            add_line(out, ' ', &c->before.items[a]);
            a++;
            b++;
        }
    }
}

static void
add_hunks(struct strbuf *out, const struct comparison *c)
{
    size_t n_before = c->before.n_items, n_after = c->after.n_items;
    size_t a = 0, b = 0;

    for (;;) {
        while (a < n_before && b < n_after && !c->removed[a] && !c->added[b]) {
            a++;
            b++;
        }
        if (a == n_before && b == n_after) {
            return;
        }
        size_t lead = a < CONTEXT_LINES ? a : CONTEXT_LINES;
        size_t begin_a = a - lead, begin_b = b - lead;
        size_t n_equal = 0; /* unchanged lines since the last change */
        while (a < n_before || b < n_after) {
            if (a < n_before && c->removed[a]) {
                a++;
                n_equal = 0;
            }
            else if (b < n_after && c->added[b]) {
                b++;
                n_equal = 0;
            }
            else if (n_equal == 2 * CONTEXT_LINES) {
                break;
            }
            else {
                a++;
                b++;
                n_equal++;
            }
        }
        size_t extra = n_equal > CONTEXT_LINES ? n_equal - CONTEXT_LINES : 0;
        add_hunk(out, c, begin_a, a - extra, begin_b, b - extra);
    }
}

/* Git quotes names with control characters, quotes or backslashes as C does; patch reads
 * that, too, from 2.7 on.  A name with a blank alone is ended by a tab. */
static void
add_name(struct strbuf *out, const char *mark, const char *prefix, const char *path)
{
    static const char letters[] = "abtnvfr"; /* from 7 on */
    bool is_quoted = false;
    for (const char *c = path; *c != '\0'; c++) {
        unsigned char byte = (unsigned char)*c;
        is_quoted |= byte < ' ' || byte == 0x7f || byte == '"' || byte == '\\';
    }
    if (!is_quoted) {
        strbuf_format(out, "%s %s%s%s\n", mark, prefix, path,
                      strchr(path, ' ') != NULL ? "\t" : "");
        return;
    }
    strbuf_format(out, "%s \"%s", mark, prefix);
    for (const char *c = path; *c != '\0'; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\') {
            strbuf_format(out, "\\%c", *c);
        }
        else if (byte >= '\a' && byte <= '\r') {
            strbuf_format(out, "\\%c", letters[byte - '\a']);
        }
        else if (byte < ' ' || byte >= 0x7f) {
            strbuf_format(out, "\\%03o", byte);
        }
        else {
            strbuf_add_char(out, *c);
        }
    }
    strbuf_add_string(out, "\"\n");
}

void
diff_unified(struct strbuf *out, const char *path, const char *before,
             size_t before_size, const char *after, size_t after_size)
{
    if (before != NULL && before_size == after_size
        && memcmp(before, after, after_size) == 0)
    {
        return;
    }
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct map kinds;
    map_init(&kinds, arena);
    struct comparison c = {.before = lines_of(arena, &kinds, before, before_size),
                           .after = lines_of(arena, &kinds, after, after_size)};
    find_changes(arena, &c);

    if (before == NULL) {
        add_name(out, "---", "", "/dev/null");
    }
    else {
        add_name(out, "---", "a/", path);
    }
    add_name(out, "+++", "b/", path);
    add_hunks(out, &c);
}

const unsigned *
diff_origins(struct arena *arena, const char *before, size_t before_size,
             const char *after, size_t after_size, size_t *out_n_lines)
{
    CLEANUP(arena_cleanup) struct arena *scratch = arena_new();
    struct map kinds;
    map_init(&kinds, scratch);
    struct comparison c = {.before = lines_of(scratch, &kinds, before, before_size),
                           .after = lines_of(scratch, &kinds, after, after_size)};
    find_changes(scratch, &c);

    unsigned *origins = ARENA_ARRAY(arena, unsigned, c.after.n_items + 1);
    size_t a = 0;
    for (size_t b = 0; b < c.after.n_items; b++) {
        if (c.added[b]) {
            continue;
        }
        while (c.removed[a]) {
            a++;
        }
        origins[b] = (unsigned)++a;
    }
    *out_n_lines = c.after.n_items;
    return origins;
}
