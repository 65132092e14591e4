#include "edit/diff_reader.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "base/strbuf.h"

struct reader {
    struct arena *arena;
    const char *next, *end; /* what is not read yet */
    unsigned line;          /* of the diff, that was read last */
    struct diff_files *files;
    bool is_gone;  /* the hunks are of a file that is not there any more */
    bool is_named; /* a "+++" stands above the hunks */
    bool is_diff;  /* something that only diffs have was seen */
};

/* A line without its end: "\n" or "\r\n". */
struct text_line {
    const char *text;
    size_t size;
};

static bool
read_line(struct reader *reader, struct text_line *out)
{
    if (reader->next == reader->end) {
        return false;
    }
    size_t left = (size_t)(reader->end - reader->next);
    const char *newline = memchr(reader->next, '\n', left);
    size_t size = newline != NULL ? (size_t)(newline - reader->next) : left;
    out->text = reader->next;
    out->size = size != 0 && reader->next[size - 1] == '\r' ? size - 1 : size;
    reader->next += newline != NULL ? size + 1 : size;
    reader->line++;
    return true;
}

static bool
begins(const struct text_line *line, const char *words)
{
    size_t size = strlen(words);
    return line->size >= size && memcmp(line->text, words, size) == 0;
}

/* --- names ----------------------------------------------------------------------- */

/* The byte that the escape at *AT, behind the backslash, stands for. */
static char
unescape(const char **at, const char *end)
{
    static const char letters[] = "abtnvfr", bytes[] = "\a\b\t\n\v\f\r";
    const char *known = strchr(letters, **at);
    if (**at >= '0' && **at <= '7') {
        unsigned value = 0;
        for (int i = 0; i < 3 && *at < end && **at >= '0' && **at <= '7'; i++) {
            value = value * 8 + (unsigned)(*(*at)++ - '0');
        }
        return (char)(value & 0xff);
    }
    char byte = **at != '\0' && known != NULL ? bytes[known - letters] : **at;
    (*at)++;
    return byte;
}

/* The name that LINE has from FROM on; git quotes what is unusual, diff adds the time
 * behind a tab. */
static const char *
read_name(struct arena *arena, const struct text_line *line, size_t from)
{
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    const char *at = line->text + from, *end = line->text + line->size;
    if (at == end || *at != '"') {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        return arena_copy(arena, at, (size_t)((tab != NULL ? tab : end) - at));
    }
    for (at++; at < end && *at != '"';) {
        if (*at == '\\' && at + 1 < end) {
            at++;
            strbuf_add_char(&name, unescape(&at, end));
        }
        else {
            strbuf_add_char(&name, *at++);
        }
    }
    return arena_copy(arena, name.size != 0 ? name.text : "", name.size);
}

static void
begin_file(struct reader *reader, const struct text_line *line)
{
    const char *path = read_name(reader->arena, line, strlen("+++ "));
    reader->is_named = true;
    reader->is_gone = strcmp(path, "/dev/null") == 0;
    if (!reader->is_gone) {
        struct diff_files *files = reader->files;
        ARENA_GROW(reader->arena, files->items, files->n_items, files->capacity);
        files->items[files->n_items++] = (struct diff_file){.path = path};
    }
}

/* --- hunks ----------------------------------------------------------------------- */

/* "12,3" or "12" at *AT, behind SIGN; a length that is not said is 1. */
static bool
read_range(const char **at, const char *end, char sign, unsigned *out_first,
           unsigned *out_n)
{
    unsigned numbers[2] = {0, 1};
    if (*at == end || *(*at)++ != sign) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (*at == end || !isdigit((unsigned char)**at)) {
            return false;
        }
        unsigned value = 0;
        for (; *at < end && isdigit((unsigned char)**at); (*at)++) {
            if (value > (INT_MAX - 9) / 10) {
                return false;
            }
            value = value * 10 + (unsigned)(**at - '0');
        }
        numbers[i] = value;
        if (*at == end || **at != ',') {
            break;
        }
        (*at)++;
    }
    *out_first = numbers[0];
    *out_n = numbers[1];
    return true;
}

static void
keep_line(struct reader *reader, const struct text_line *line, unsigned number,
          bool is_added)
{
    if (reader->is_gone) {
        return;
    }
    struct diff_file *file = &reader->files->items[reader->files->n_items - 1];
    size_t mark = line->size != 0; /* mail strips the blank of an empty line */
    ARENA_GROW(reader->arena, file->lines, file->n_lines, file->capacity);
    file->lines[file->n_lines++] = (struct diff_line){
        .number = number,
        .is_added = is_added,
        .text = arena_copy(reader->arena, line->text + mark, line->size - mark),
        .size = line->size - mark,
    };
}

static int
fail(const struct reader *reader, const char *why, struct error *err)
{
    return error_set(err, ERROR_FORMAT, "line %u: %s", reader->line, why);
}

/* HEAD is "@@ -1,2 +3,4 @@ …". */
static int
read_hunk(struct reader *reader, const struct text_line *head, struct error *err)
{
    const char *at = head->text + strlen("@@ "), *end = head->text + head->size;
    unsigned ignored, n_old, number, n_new;
    if (!read_range(&at, end, '-', &ignored, &n_old) || at == end || *at++ != ' '
        || !read_range(&at, end, '+', &number, &n_new) || end - at < 3
        || memcmp(at, " @@", 3) != 0)
    {
        return fail(reader, "not the head of a hunk: expected '@@ -N,N +N,N @@'", err);
    }
    if (!reader->is_named) {
        return fail(reader, "a hunk without a line '+++ FILE' above it", err);
    }
    while (n_old != 0 || n_new != 0) {
        struct text_line line;
        if (!read_line(reader, &line)) {
            return fail(reader, "the diff ends in the middle of a hunk", err);
        }
        char mark = line.size != 0 ? line.text[0] : ' ';
        bool is_old = mark == ' ' || mark == '-', is_new = mark == ' ' || mark == '+';
        if (mark == '\\') { /* "\ No newline at end of file" */
            continue;
        }
        if ((!is_old && !is_new) || (is_old && n_old == 0) || (is_new && n_new == 0)) {
            return fail(reader, "the hunk has other lines than its head says", err);
        }
        if (is_new) {
            keep_line(reader, &line, number++, mark == '+');
        }
        n_old -= is_old;
        n_new -= is_new;
    }
    return 0;
}

int
diff_read(struct arena *arena, const char *text, size_t size, struct diff_files *out,
          struct error *err)
{
    *out = (struct diff_files){NULL, 0, 0};
    struct reader reader = {
        .arena = arena, .next = text, .end = text + size, .files = out};
    struct text_line line;
    bool is_blank = true;
    while (read_line(&reader, &line)) {
        for (size_t i = 0; i < line.size; i++) {
            is_blank = is_blank && isspace((unsigned char)line.text[i]);
        }
        if (begins(&line, "@@@")) {
            return fail(&reader,
                        "a combined diff, of a merge: make one against one parent", err);
        }
        if (begins(&line, "@@ ")) {
            if (read_hunk(&reader, &line, err) != 0) {
                return -1;
            }
        }
        else if (begins(&line, "+++ ")) {
            begin_file(&reader, &line);
        }
        else if (begins(&line, "diff ")) {
            reader.is_named = false;
        }
        reader.is_diff = reader.is_diff || begins(&line, "@@ ") || begins(&line, "+++ ")
                         || begins(&line, "diff ");
    }
    return is_blank || reader.is_diff
               ? 0
               : error_set(err, ERROR_FORMAT,
                           "not a unified diff: it has no '+++ FILE'");
}
