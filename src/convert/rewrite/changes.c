/* Edits as the passes make them: with the file's own newlines, and whole lines. */
#include "convert/rewrite/changes.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/text/places.h"
#include "convert/text/comments.h"

/* TEXT in the arena, with the newlines of FILE. */
static const char *
with_newlines(const struct conversion *c, const struct source_file *file,
              const char *text)
{
    const char *first = memchr(file->text, '\n', file->size);
    text = with_null(c, file, text);
    bool is_dos = first != NULL && first > file->text && first[-1] == '\r';
    if (!is_dos || strchr(text, '\n') == NULL) {
        return arena_string(c->arena, text);
    }
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\n' && (p == text || p[-1] != '\r')) {
            strbuf_add_char(&out, '\r');
        }
        strbuf_add_char(&out, *p);
    }
    return arena_copy(c->arena, out.text, out.size);
}

void
change(struct rewriter *r, const struct source_file *file, uint32_t begin, uint32_t end,
       const char *text, const char *reason)
{
    edits_add(&r->edits, file, begin, end, with_newlines(r->plan, file, text), reason);
}

void
change_first(struct rewriter *r, const struct source_file *file, uint32_t place,
             const char *text, const char *reason)
{
    edits_add_first(&r->edits, file, place, with_newlines(r->plan, file, text), reason);
}

void
change_cover(struct rewriter *r, const struct source_file *file, uint32_t begin,
             uint32_t end, const char *text, const char *reason)
{
    edits_cover(&r->edits, file, begin, end, with_newlines(r->plan, file, text),
                reason);
}

void
change_place(struct rewriter *r, const struct edit *edit, uint32_t place,
             const char *text)
{
    edits_move(&r->edits, (size_t)(edit - r->edits.items), place,
               with_newlines(r->plan, edit->file, text));
}

static bool
is_blank_line(const struct source_file *file, uint32_t begin)
{
    for (uint32_t i = begin; i < file->size && file->text[i] != '\n'; i++) {
        if (strchr(" \t\r", file->text[i]) == NULL) {
            return false;
        }
    }
    return begin < file->size;
}

/* The end of blanks, and of one comment, behind OFFSET on its line. */
static uint32_t
skip_trailing(const struct source_file *file, uint32_t offset)
{
    uint32_t end = offset + (uint32_t)strspn(file->text + offset, " \t");
    struct range comment;
    if (comment_on_line(file, end, &comment) && comment.begin == end) {
        end = comment.end + (uint32_t)strspn(file->text + comment.end, " \t");
    }
    return file->text[end] == '\r' ? end + 1 : end;
}

void
remove_text(struct rewriter *r, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *reason)
{
    uint32_t first = line_begin(file, begin), last = skip_trailing(file, end);
    uint32_t i = first;

    while (i < begin && (file->text[i] == ' ' || file->text[i] == '\t')) {
        i++;
    }
    if (i != begin || (last < file->size && file->text[last] != '\n')) {
        change_cover(r, file, begin, end, "", reason);
        return;
    }
    last = line_end(file, last);
    /* One of two blank lines that would meet goes too. */
    bool is_behind_brace = first > 1 && memchr("{", file->text[first - 2], 1) != NULL;
    if (first > 0
        && (is_behind_brace || is_blank_line(file, line_begin(file, first - 1)))
        && is_blank_line(file, last))
    {
        last = line_end(file, last);
    }
    change_cover(r, file, first, last, "", reason);
}

/* The removal of whole lines that ends at OFFSET, or NULL. */
static const struct edit *
removal_before(const struct rewriter *r, const struct source_file *file,
               uint32_t offset)
{
    const struct edit *first = NULL;
    struct edit_walk walk = edits_near(&r->edits, file, offset, offset);
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

static bool
inserts_between(const struct rewriter *r, const struct source_file *file,
                uint32_t begin, uint32_t end)
{
    struct edit_walk walk = edits_near(&r->edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (*edit->text != '\0' && edit->begin >= begin && edit->begin < end) {
            return true;
        }
    }
    return false;
}

void
join_removals(struct rewriter *r)
{
    for (size_t i = 0; i < r->edits.n_items; i++) {
        const struct edit *edit = &r->edits.items[i];
        const struct source_file *file = edit->file;
        if (!edit->covers || *edit->text != '\0' || !is_blank_line(file, edit->end)
            || removal_before(r, file, edit->end) != edit)
        {
            continue;
        }
        uint32_t begin = edit->begin;
        for (const struct edit *before = removal_before(r, file, begin); before != NULL;
             before = removal_before(r, file, begin))
        {
            begin = before->begin;
        }
        if (begin < edit->begin && begin > 0
            && is_blank_line(file, line_begin(file, begin - 1))
            && !inserts_between(r, file, begin, edit->end))
        {
            edits_extend(&r->edits, i, line_end(file, edit->end));
        }
    }
}

char *
rendered(struct rewriter *r, const struct source_file *file, uint32_t begin,
         uint32_t end)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct error err = ERROR_INIT;
    if (edits_render(&r->edits, file, begin, end, &out, &err) < 0) {
        refuse(r->late, "state-not-converted", file, begin, NULL, "%s", err.message);
    }
    return arena_copy(r->arena, out.text, out.size);
}
