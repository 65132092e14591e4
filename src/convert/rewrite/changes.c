/* Edits as the passes make them: with the file's own newlines, and whole lines. */
#include "convert/rewrite/changes.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/text/places.h"
#include "convert/text/comments.h"
#include "convert/text/edited.h"

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
change_place(struct rewriter *r, const struct source_file *file, uint32_t place,
             const char *text, uint32_t new_place, const char *new_text)
{
    edits_move(&r->edits, file, place, with_newlines(r->plan, file, text), new_place,
               with_newlines(r->plan, file, new_text));
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
        && (is_behind_brace || line_is_blank(file, line_begin(file, first - 1)))
        && line_is_blank(file, last))
    {
        last = line_end(file, last);
    }
    change_cover(r, file, first, last, "", reason);
}

void
join_removals(struct rewriter *r)
{
    edited_join_removals(&r->edits);
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
