#include "report/frame.h"

#include <string.h>

#include "base/character.h"

enum {
    TAB = 8,
    LINE_MOST = 100,  /* columns of a line that are shown */
    LINE_BEFORE = 60, /* of a longer one: in front of the caret */
    NUMBER_WIDTH = 5,
};

#define DIM "\033[2m"
#define PLAIN "\033[0m"

/* One line as it is shown. */
struct frame {
    struct strbuf text;
    size_t width;        /* columns of the whole line */
    size_t caret, end;   /* columns of the word, from 0; END is behind it */
    size_t first, after; /* the columns that are shown: [first, after) */
};

/* Append the character of SIZE bytes at AT, which begins in column WIDTH; its columns. */
static size_t
add_character(struct strbuf *out, const char *at, size_t size, unsigned code,
              size_t width)
{
    if (code == '\t') {
        size_t n = TAB - width % TAB;
        strbuf_format(out, "%*s", (int)n, "");
        return n;
    }
    CLEANUP(strbuf_done) struct strbuf shown = STRBUF_INIT;
    strbuf_add_visible(&shown, at, size, "");
    strbuf_add(out, shown.text, shown.size);
    return text_width(shown.text, shown.size);
}

/* Go through FINDING's line; with FRAME's columns set, append what lies in them. */
static void
walk(const struct finding *finding, struct frame *frame)
{
    const char *line = finding->quote;
    size_t size = strlen(line), width = 0;
    size_t caret = finding->column - 1, end = finding->end_column;
    CLEANUP(strbuf_done) struct strbuf shown = STRBUF_INIT;
    for (size_t i = 0; i <= size;) {
        if (i == caret) {
            frame->caret = width;
            frame->end = width + 1;
        }
        if (end != 0 && i + 1 == end) {
            frame->end = width;
        }
        if (i == size) {
            break;
        }
        unsigned code = 0;
        size_t n = character_decode(line + i, size - i, &code);
        n = n != 0 ? n : 1;
        shown.size = 0;
        size_t columns = add_character(&shown, line + i, n, code, width);
        if (width >= frame->first && width + columns <= frame->after) {
            strbuf_add(&frame->text, shown.text, shown.size);
        }
        width += columns;
        i += n;
    }
    frame->width = width;
}

void
frame_print(const struct finding *finding, bool color, struct strbuf *out)
{
    struct frame frame = {.text = STRBUF_INIT};
    if (finding->quote == NULL || finding->column == 0
        || finding->column > strlen(finding->quote) + 1)
    {
        return;
    }
    walk(finding, &frame); /* the columns first */
    if (frame.width > LINE_MOST && frame.caret > LINE_BEFORE) {
        frame.first = frame.caret - LINE_BEFORE;
    }
    frame.after = frame.first + LINE_MOST;
    walk(finding, &frame);
    bool is_cut = frame.first > 0, is_cut_behind = frame.width > frame.after;
    while (frame.text.size > 0 && frame.text.text[frame.text.size - 1] == ' ') {
        frame.text.size--;
    }
    const char *dim = color ? DIM : "", *plain = color ? PLAIN : "";
    const char *mark = color ? "\033[1;32m" : "";
    strbuf_format(out, "%s%*u |%s %s%.*s%s\n", dim, NUMBER_WIDTH, finding->line, plain,
                  is_cut ? "…" : "", (int)frame.text.size, frame.text.text,
                  is_cut_behind ? "…" : "");
    size_t caret = frame.caret - frame.first + (is_cut ? 1 : 0);
    size_t last = frame.end < frame.after ? frame.end : frame.after;
    strbuf_format(out, "%s%*s |%s %*s%s^", dim, NUMBER_WIDTH, "", plain, (int)caret, "",
                  mark);
    for (size_t i = frame.caret + 1; i < last; i++) {
        strbuf_add_char(out, '~');
    }
    strbuf_format(out, "%s\n", plain);
    strbuf_done(&frame.text);
}
