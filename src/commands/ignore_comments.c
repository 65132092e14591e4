#include "commands/ignore_comments.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "model/tokens.h"

enum { LINE_WIDTH = 88 }; /* of a line with its comment; a longer one goes above */

int
ignore_reason_check(const char *reason, struct error *err)
{
    bool says_something = false;
    for (const char *at = reason; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        says_something = says_something || isalnum(byte) || byte >= 0x80;
        if (iscntrl(byte)) {
            return error_set(err, ERROR_USAGE,
                             "the reason of --add-ignores is not one line");
        }
    }
    if (strstr(reason, "*/") != NULL || strstr(reason, "/*") != NULL) {
        return error_set(err, ERROR_USAGE,
                         "the reason of --add-ignores contains the marks of a comment");
    }
    return says_something
               ? 0
               : error_set(err, ERROR_USAGE,
                           "--add-ignores requires a reason, for who reads the comments");
}

/* --- places ----------------------------------------------------------------------- */

struct line {
    const struct source_file *file;
    uint32_t begin, end; /* without what ends it */
};

static struct line
line_of(const struct source_file *file, unsigned number)
{
    struct line line = {file, file->lines[number - 1],
                        number < file->n_lines ? file->lines[number] : file->size};
    while (line.end > line.begin
           && (file->text[line.end - 1] == '\n' || file->text[line.end - 1] == '\r'))
    {
        line.end--;
    }
    return line;
}

static bool
is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static uint32_t
without_blanks(const struct line *line, uint32_t end)
{
    while (end > line->begin && is_blank(line->file->text[end - 1])) {
        end--;
    }
    return end;
}

/* Is PLACE inside a token: a comment of several lines? */
static bool
is_in_token(const struct source_file *file, uint32_t place)
{
    size_t i = source_token(file, place);
    return i < file->n_tokens && file->tokens[i].begin < place;
}

static bool
is_continued(const struct line *line)
{
    return line->end > line->begin && line->file->text[line->end - 1] == '\\';
}

/* The comment that LINE ends with and that would swallow what stands behind it, "// …" or
 * one that goes on; else LINE's end. */
static uint32_t
open_comment(const struct line *line)
{
    const struct source_file *file = line->file;
    for (size_t i = source_token(file, line->begin);
         i < file->n_tokens && file->tokens[i].begin < line->end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->kind == TOKEN_COMMENT && token->begin >= line->begin
            && (file->text[token->begin + 1] == '/' || token->end > line->end))
        {
            return token->begin;
        }
    }
    return line->end;
}

/* Where a comment behind LINE goes: in front of the backslash that continues it, and of
 * an open comment. */
static bool
find_place_behind(const struct line *line, uint32_t *out_place)
{
    uint32_t place = open_comment(line);
    if (place == line->end && is_continued(line)) {
        place--;
    }
    *out_place = without_blanks(line, place);
    return *out_place > line->begin && !is_in_token(line->file, *out_place);
}

/* Does TOKEN of FILE suppress anything, or look like it? */
static bool
is_suppression(const struct source_file *file, const struct token *token)
{
    static const char mark[] = "insulate:";
    return token->kind == TOKEN_COMMENT
           && memmem(file->text + token->begin, token->end - token->begin, mark,
                     sizeof mark - 1)
                  != NULL;
}

/* Can a line be put in above line NUMBER?  Behind a comment that suppresses something on
 * this one it would stand in between. */
static bool
has_place_above(const struct source_file *file, unsigned number)
{
    struct line line = line_of(file, number);
    if (is_in_token(file, line.begin)) {
        return false;
    }
    if (number == 1) {
        return true;
    }
    struct line above = line_of(file, number - 1);
    size_t i = source_token(file, above.begin);
    for (; i < file->n_tokens && file->tokens[i].begin < above.end; i++) {
        if (is_suppression(file, &file->tokens[i])) {
            return false;
        }
    }
    return !is_continued(&above);
}

/* --- comments --------------------------------------------------------------------- */

static bool
is_suppressible(const struct finding *finding, const struct source_file *file)
{
    return file != NULL && file->is_project && !file->is_generated && finding->line != 0
           && finding->line <= file->n_lines && strcmp(finding->rule, "parse-error") != 0
           && !string_starts(finding->rule, "ignore-");
}

/* For the N findings from FIRST on, of one line: their rules, once each. */
static const char *
comment_of(struct arena *arena, const char *reason, const struct finding *first, size_t n)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    strbuf_add_string(&text, "/* insulate: ignore[");
    for (size_t i = 0; i < n; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i; k++) {
            is_new = is_new && strcmp(first[k].rule, first[i].rule) != 0;
        }
        if (is_new) {
            strbuf_format(&text, "%s%s", i != 0 ? ", " : "", first[i].rule);
        }
    }
    strbuf_format(&text, "] %s */", reason);
    return arena_copy(arena, text.text, text.size);
}

/* NULL where no comment can stand. */
static const struct fix *
make_fix(struct arena *arena, const struct source_file *file, unsigned number,
         const char *comment)
{
    struct line line = line_of(file, number);
    uint32_t place;
    bool fits_behind = find_place_behind(&line, &place);
    bool is_short = line.end - line.begin + 1 + strlen(comment) <= LINE_WIDTH;
    const char *text = NULL;
    if (has_place_above(file, number) && !(fits_behind && is_short)) {
        uint32_t indent = line.begin;
        while (indent < line.end && is_blank(file->text[indent])) {
            indent++;
        }
        bool has_return = file->text[line.end] == '\r';
        text = arena_format(arena, "%.*s%s%s", (int)(indent - line.begin),
                            file->text + line.begin, comment, has_return ? "\r\n" : "\n");
        place = line.begin;
    }
    else if (fits_behind) {
        text = arena_format(arena, " %s", comment);
    }
    else {
        return NULL;
    }
    struct replacement *replacement = ARENA_NEW(arena, struct replacement);
    struct fix *fix = ARENA_NEW(arena, struct fix);
    *replacement = (struct replacement){
        .path = file->path, .begin = place, .end = place, .text = text};
    *fix = (struct fix){"suppress the finding", replacement, 1};
    return fix;
}

struct known {
    const struct source_file *file;
};

void
ignore_comments_add(struct arena *arena, const char *reason, const struct source *source,
                    struct findings *findings)
{
    struct map files;
    map_init(&files, arena);
    for (size_t i = 0; i < source->n_files; i++) {
        struct known *known = ARENA_NEW(arena, struct known);
        known->file = source->files[i];
        map_set_string(&files, known->file->path, known);
    }
    for (size_t i = 0; i < findings->n_items; i++) {
        findings->items[i].fix = NULL;
    }
    for (size_t i = 0; i < findings->n_items;) {
        struct finding *first = &findings->items[i];
        const struct known *known =
            first->path != NULL ? map_find_string(&files, first->path) : NULL;
        if (!is_suppressible(first, known != NULL ? known->file : NULL)) {
            i++;
            continue;
        }
        size_t n = 1;
        while (i + n < findings->n_items && first[n].line == first->line
               && string_equal(first[n].path, first->path)
               && is_suppressible(&first[n], known->file))
        {
            n++;
        }
        const struct fix *fix = make_fix(arena, known->file, first->line,
                                         comment_of(arena, reason, first, n));
        for (size_t k = 0; k < n; k++) {
            first[k].fix = fix;
        }
        i += n;
    }
}
