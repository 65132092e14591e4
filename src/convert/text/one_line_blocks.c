#include "convert/text/one_line_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "convert/text/edited.h"
#include "convert/text/places.h"
#include "convert/text/statements.h"
#include "convert/text/width.h"

/* Braces of the file as it was, on one line. */
struct block {
    uint32_t open, close;
    char *indent; /* of what they belong to */
    bool is_body; /* of a function; else the members of a struct */
};

struct blocks {
    struct arena *arena;
    const struct source_file *file;
    const struct edits *edits;
    struct block *items;
    size_t n_items, capacity;
};

/* --- before --------------------------------------------------------------- */

static void
add_block(struct blocks *blocks, uint32_t begin, uint32_t open, uint32_t end,
          bool is_body)
{
    const struct source_file *file = blocks->file;
    if (end <= open + 1 || end > file->size || file->text[open] != '{'
        || file->text[end - 1] != '}'
        || line_begin(file, open) != line_begin(file, end - 1)
        || edited_range(blocks->edits, file, open, end)
        || !edited_within(blocks->edits, file, line_begin(file, open), end - 1))
    {
        return;
    }
    ARENA_GROW(blocks->arena, blocks->items, blocks->n_items, blocks->capacity);
    blocks->items[blocks->n_items++] =
        (struct block){open, end - 1, line_indent(blocks->arena, file, begin), is_body};
}

/* The brace that opens the members of RECORD, or its end. */
static uint32_t
members_open(const struct record *record)
{
    uint32_t i = record->begin;
    while (i < record->end && record->file->text[i] != '{') {
        i++;
    }
    return i;
}

static int
block_compare(const void *a, const void *b)
{
    const struct block *one = a, *other = b;
    return one->close < other->close ? -1 : one->close > other->close;
}

static struct blocks
find_blocks(const struct source *source, const struct edits *edits,
            const struct source_file *file)
{
    struct blocks blocks = {.arena = edits->arena, .file = file, .edits = edits};
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        const struct node *body = function->body;
        const struct declaration *place = function_definition(function);
        if (body != NULL && place != NULL && place->file == file && body->file == file
            && body->origin == ORIGIN_FILE && !place->from_macro)
        {
            add_block(&blocks, place->begin, body->begin, body->end, true);
        }
    }
    for (size_t i = 0; i < source->n_records; i++) {
        const struct record *record = source->records[i];
        if (record->file == file && record->end > record->begin) {
            add_block(&blocks, record->begin, members_open(record), record->end, false);
        }
    }
    if (blocks.n_items > 1) {
        qsort(blocks.items, blocks.n_items, sizeof(*blocks.items), block_compare);
    }
    return blocks;
}

/* --- after ---------------------------------------------------------------- */

/* The number of statements that [BEGIN, END) of TEXT holds. */
static size_t
count(const char *text, size_t begin, size_t end)
{
    return statements_count(text + begin, end - begin);
}

static bool
is_to_expand(const struct block *block, const struct source_file *file,
             const struct strbuf *text, size_t open, size_t close, size_t width)
{
    size_t n_old = count(file->text, block->open + 1, block->close);
    size_t n_new = count(text->text, open + 1, close), line = open;
    if (n_new == 0) {
        return false;
    }
    while (line > 0 && text->text[line - 1] != '\n') {
        line--;
    }
    bool is_broken = memchr(text->text + open, '\n', close - open) != NULL;
    bool is_wide = width > 0
                   && text_columns(text->text + line, close + 1 - line) > width;
    return n_new > n_old || is_broken || is_wide;
}

/* Append the block [OPEN, CLOSE] of TEXT; what stands in front of it is in OUT. */
static bool
add_expanded(struct strbuf *out, const struct block *block, const struct strbuf *text,
             size_t open, size_t close, const struct style *style, size_t width)
{
    CLEANUP(strbuf_done) struct strbuf inside = STRBUF_INIT;
    const struct statement_lines lines = {block->indent, style->indent, 1,
                                          style->newline, width};
    if (statements_add(&inside, text->text + open + 1, close - open - 1, &lines) < 0) {
        return false;
    }
    while (out->size > 0 && strchr(" \t", out->text[out->size - 1]) != NULL) {
        out->text[--out->size] = '\0';
    }
    bool is_first = out->size == 0 || out->text[out->size - 1] == '\n';
    if (block->is_body && style->brace_on_own_line && !is_first) {
        strbuf_add_string(out, style->newline);
        is_first = true;
    }
    strbuf_add_string(out, is_first ? block->indent : " ");
    strbuf_add_char(out, '{');
    strbuf_add_string(out, style->newline);
    strbuf_add(out, inside.text, inside.size);
    strbuf_add_string(out, block->indent);
    strbuf_add_char(out, '}');
    return true;
}

void
expand_one_line_blocks(const struct source *source, const struct style *style,
                       const struct edits *edits, const struct source_file *file,
                       const struct source_file *model, const struct strbuf *text,
                       struct strbuf *out)
{
    struct blocks blocks = find_blocks(source, edits, file);
    size_t width = line_width(model->text, model->size), done = 0;
    struct edited_place last = {0};
    for (size_t i = 0; i < blocks.n_items; i++) {
        const struct block *block = &blocks.items[i];
        if (!edited_place(edits, file, block->open, text, &last)) {
            continue;
        }
        size_t open = last.after;
        if (!edited_place(edits, file, block->close, text, &last)) {
            continue;
        }
        size_t close = last.after;
        if (open >= done
            && is_to_expand(block, file, text, open, close, width))
        {
            strbuf_add(out, text->text + done, open - done);
            done = add_expanded(out, block, text, open, close, style, width) ? close + 1
                                                                             : open;
        }
    }
    strbuf_add(out, text->text + done, text->size - done);
}
