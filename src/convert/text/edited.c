/* Where the edits made so far lie. */
#include "convert/text/edited.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"

bool
edited_file(const struct edits *edits, const struct source_file *file)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        if (edits->items[i].file == file) {
            return true;
        }
    }
    return false;
}

const struct source_file *
edited_file_at(const struct edits *edits, size_t i, uint32_t *out_begin)
{
    for (size_t k = 0; k < edits->n_items; k++) {
        const struct edit *edit = &edits->items[k];
        bool is_known = false;
        for (size_t n = 0; n < k && !is_known; n++) {
            is_known = edits->items[n].file == edit->file;
        }
        if (!is_known && i-- == 0) {
            *out_begin = edit->begin;
            return edit->file;
        }
    }
    return NULL;
}

bool
edited_range(const struct edits *edits, const struct source_file *file, uint32_t begin,
             uint32_t end)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->begin <= begin && edit->end >= end) {
            return true;
        }
    }
    return false;
}

static bool
is_covered(const struct edits *edits, const struct source_file *file, uint32_t begin,
           uint32_t end, bool is_gone)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && (!is_gone || *edit->text == '\0') && edit->begin <= begin
            && edit->end >= end)
        {
            return true;
        }
    }
    return false;
}

bool
edited_whole(const struct edits *edits, const struct source_file *file, uint32_t begin,
             uint32_t end)
{
    return is_covered(edits, file, begin, end, false);
}

bool
edited_away(const struct edits *edits, const struct source_file *file, uint32_t begin,
            uint32_t end)
{
    return is_covered(edits, file, begin, end, true);
}

bool
edited_across(const struct edits *edits, const struct source_file *file, uint32_t begin,
              uint32_t end)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->end > begin && edit->begin < end
            && (edit->begin <= begin || edit->end >= end))
        {
            return true;
        }
    }
    return false;
}

bool
edited_within(const struct edits *edits, const struct source_file *file, uint32_t begin,
              uint32_t end)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->end > begin) {
            return true;
        }
    }
    return false;
}

bool
edited_out_of(const struct edits *edits, const struct source_file *file, uint32_t begin,
              uint32_t end)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && *edit->text == '\0' && edit->begin > begin
            && edit->end < end)
        {
            return true;
        }
    }
    return false;
}

bool
edited_leaves_first(const struct edits *edits, const struct source_file *file,
                    uint32_t place)
{
    struct edit_walk walk = edits_near(edits, file, place, line_end(file, place) - 1);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->begin <= place || edit->begin == edit->end) {
            return false;
        }
    }
    return true;
}

void
edited_reword(struct edits *edits, const struct source_file *file, uint32_t end,
              const char *old, const char *new)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        struct edit *edit = &edits->items[i];
        const char *place = edit->file == file && edit->end == end
                                ? strstr(edit->text, old)
                                : NULL;
        if (place != NULL) {
            edit->text = arena_format(edits->arena, "%.*s%s%s", (int)(place - edit->text),
                                      edit->text, new, place + strlen(old));
        }
    }
}

/* --- places in the result ------------------------------------------------------------ */

size_t
text_rank(const char *text, size_t place)
{
    size_t n = 0;
    for (size_t i = 0; i < place; i++) {
        n += strchr(" \t\r\n", text[i]) == NULL;
    }
    return n;
}

size_t
edited_rank(const struct edits *edits, const struct source_file *file, uint32_t place)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    struct error err = ERROR_INIT;
    return edits_render(edits, file, 0, place, &text, &err) == 0
               ? text_rank(text.text, text.size)
               : SIZE_MAX;
}

/* Like edited_place, where TEXT has FROM at KNOWN. */
static bool
place_behind(const struct edits *edits, const struct source_file *file, uint32_t from,
             size_t known, uint32_t place, const struct strbuf *text,
             struct edited_place *out)
{
    CLEANUP(strbuf_done) struct strbuf between = STRBUF_INIT;
    struct error err = ERROR_INIT;
    if (place < from || edits_render(edits, file, from, place, &between, &err) < 0
        || between.size >= text->size - known
        || text->text[known + between.size] != file->text[place]
        || memcmp(between.text, text->text + known, between.size) != 0)
    {
        return false;
    }
    *out = (struct edited_place){place, known + between.size};
    return true;
}

bool
edited_place(const struct edits *edits, const struct source_file *file, uint32_t place,
             const struct strbuf *text, struct edited_place *io_last)
{
    return place_behind(edits, file, io_last->before, io_last->after, place, text, io_last)
           || place_behind(edits, file, 0, 0, place, text, io_last);
}

/* --- blank lines -------------------------------------------------------------------- */

/* The removal of whole lines that ends at OFFSET, or NULL. */
static const struct edit *
removal_before(const struct edits *edits, const struct source_file *file,
               uint32_t offset)
{
    const struct edit *first = NULL;
    struct edit_walk walk = edits_near(edits, file, offset, offset);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && *edit->text == '\0' && edit->end == offset
            && edit->begin < offset && line_begin(file, edit->begin) == edit->begin
            && (first == NULL || edit < first))
        {
            first = edit;
        }
    }
    return first;
}

/* Is a text put in at or behind BEGIN that no removal takes away again? */
static bool
inserts_between(const struct edits *edits, const struct source_file *file,
                uint32_t begin, uint32_t end)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        bool is_gone = edit->begin < edit->end
                       && edited_away(edits, file, edit->begin, edit->end);
        if (*edit->text != '\0' && !is_gone && edit->begin >= begin
            && edit->begin < end)
        {
            return true;
        }
    }
    return false;
}

/* Does each piece of the line from BEGIN to END go? */
static bool
is_emptied(const struct edits *edits, const struct source_file *file, uint32_t begin,
           uint32_t end)
{
    for (uint32_t at = begin; at < end; at++) {
        if (strchr(" \t\r\n", file->text[at]) == NULL
            && !edited_away(edits, file, at, at + 1))
        {
            return false;
        }
    }
    return !inserts_between(edits, file, begin, end);
}

/* Where the removal begins that BEGIN lies inside of; BEGIN itself if there is none. */
static uint32_t
removed_since(const struct edits *edits, const struct source_file *file, uint32_t begin)
{
    uint32_t first = begin;
    struct edit_walk walk = edits_near(edits, file, begin, begin + 1);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && *edit->text == '\0' && edit->begin < first && edit->end > begin) {
            first = edit->begin;
        }
    }
    return first;
}

/* Several declarations stood on one line, and all of them went: so does the line. */
static void
remove_emptied_lines(struct edits *edits)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        const struct edit *edit = &edits->items[i];
        const struct source_file *file = edit->file;
        uint32_t begin = line_begin(file, edit->begin), end = line_end(file, edit->end);
        if (edit->covers && *edit->text == '\0' && edit->begin < edit->end
            && line_end(file, edit->begin) == end
            && !edited_away(edits, file, begin, end)
            && is_emptied(edits, file, begin, end))
        {
            /* A comment above may go with the first of them. */
            edits_cover(edits, file, removed_since(edits, file, begin), end, "", edit->reason);
        }
    }
}

/* Where the removals of whole lines begin that end where the one does that begins at BEGIN. */
static uint32_t
removals_begin(const struct edits *edits, const struct source_file *file, uint32_t begin)
{
    for (const struct edit *before = removal_before(edits, file, begin); before != NULL;
         before = removal_before(edits, file, begin))
    {
        begin = before->begin;
    }
    return begin;
}

/* Is nothing left behind OFFSET, where a line begins, of what the lines above it began: does a
 * blank line, a comment or a brace follow? */
static bool
ends_paragraph(const struct source_file *file, uint32_t offset)
{
    struct range comment;
    uint32_t begin = offset + (uint32_t)strspn(file->text + offset, " \t");
    return offset >= file->size || line_is_blank(file, offset) || file->text[begin] == '}'
           || (comment_behind(file, offset, &comment) && comment.begin == begin);
}

/* Does the comment in [BEGIN, END) speak to another program: Argument Clinic, clang-format? */
static bool
is_for_programs(const struct source_file *file, uint32_t begin, uint32_t end)
{
    static const char *const marks[] = {"[clinic ", "clang-format ", "NOLINT"};
    for (uint32_t at = begin; at < end; at++) {
        for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
            if (string_starts(file->text + at, marks[i])) {
                return true;
            }
        }
    }
    return false;
}

/* A comment goes with the lines that it stands right above, if nothing else of theirs is left.
 * In the first column above several declarations it is the title of more than these. */
static void
remove_left_comments(struct edits *edits)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        const struct edit *edit = &edits->items[i];
        const struct source_file *file = edit->file;
        if (!edit->covers || *edit->text != '\0' || line_begin(file, edit->end) != edit->end
            || removal_before(edits, file, edit->end) != edit
            || !ends_paragraph(file, edit->end))
        {
            continue;
        }
        uint32_t end = removals_begin(edits, file, edit->begin);
        uint32_t begin = place_before(file, end);
        bool is_title = end < edit->begin && strchr(" \t", file->text[begin]) == NULL;
        if (begin > 0 && begin < end && !is_title && !is_for_programs(file, begin, end)
            && !inserts_between(edits, file, begin, edit->end))
        {
            edits_cover(edits, file, begin, end, "", edit->reason);
        }
    }
}

void
edited_join_removals(struct edits *edits)
{
    remove_emptied_lines(edits);
    remove_left_comments(edits);
    for (size_t i = 0; i < edits->n_items; i++) {
        const struct edit *edit = &edits->items[i];
        const struct source_file *file = edit->file;
        if (!edit->covers || *edit->text != '\0' || !line_is_blank(file, edit->end)
            || removal_before(edits, file, edit->end) != edit
            || edited_range(edits, file, edit->end, line_end(file, edit->end)))
        {
            continue;
        }
        uint32_t begin = removals_begin(edits, file, edit->begin);
        if (begin > 0 && line_is_blank(file, line_begin(file, begin - 1))
            && !inserts_between(edits, file, begin, edit->end))
        {
            edits_extend(edits, i, line_end(file, edit->end));
        }
    }
}
