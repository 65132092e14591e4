/* Edits as the passes make them: with the file's own newlines, and whole lines. */
#include "convert/rewrite/changes.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/rewrite/faults.h"
#include "convert/text/edited.h"
#include "convert/text/places.h"
#include "convert/text/removal.h"
#include "convert/text/style.h"

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
insert_lines(struct rewriter *r, const struct source_file *file, uint32_t place,
             const char *lines, const char *reason)
{
    uint32_t line = line_begin(file, place);
    size_t blanks = strspn(file->text + line, " \t");
    if (line + blanks >= place) {
        change(r, file, line, line, lines, reason);
        return;
    }
    const char *indent = indent_at(r->plan, file, place);
    const char *unit = file->text[place] == '}' ? "" : style_of(r->plan, file)->indent;
    uint32_t end = place;
    while (file->text[end - 1] == ' ' || file->text[end - 1] == '\t') {
        end--;
    }
    change(r, file, end, place, TEXT(r, "\n%s%s%s", lines, indent, unit), reason);
}

void
insert_entries(struct rewriter *r, const struct source_file *file, uint32_t open,
               const char *lines, const char *reason)
{
    uint32_t begin = open + 1;
    uint32_t next = begin + (uint32_t)strspn(file->text + begin, " \t");
    size_t size = strlen(lines) - 1; /* without the last newline */
    if (strchr("\r\n/", file->text[next]) != NULL) {
        change(r, file, begin, begin, TEXT(r, "\n%.*s", (int)size, lines), reason);
        return;
    }
    change(r, file, begin, next,
           TEXT(r, "\n%s%s%s", lines, indent_at(r->plan, file, open),
                style_of(r->plan, file)->indent),
           reason);
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

void
remove_text(struct rewriter *r, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *reason)
{
    struct range range = removal_range(file, begin, end);
    change_cover(r, file, range.begin, range.end, "", reason);
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
        add_fault(r, (struct rewrite_fault){file, begin, NULL,
                                            arena_string(r->arena, err.message)});
    }
    return arena_copy(r->arena, out.text, out.size);
}
