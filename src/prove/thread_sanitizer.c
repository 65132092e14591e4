/* The format is that of compiler-rt's tsan_report.cpp, which gcc has as well. */

#include "prove/thread_sanitizer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BEGINNING "WARNING: ThreadSanitizer: data race"
#define ENDING "SUMMARY: ThreadSanitizer: "

bool
thread_sanitizer_is_used(const struct python *python)
{
    const char *preload = getenv("LD_PRELOAD");
    return python->thread_sanitizer || (preload != NULL && strstr(preload, "tsan") != NULL);
}

const char *
thread_sanitizer_reports(struct arena *arena, const struct strbuf *errors)
{
    const char *text = errors->text != NULL ? errors->text : "";
    const char *begin = strstr(text, BEGINNING);
    return begin != NULL ? arena_string(arena, begin) : "";
}

static const char *
line_end(const char *line)
{
    return line + strcspn(line, "\n");
}

/* "  Write of size 8 at 0x7b04 by thread T1:", "  Previous write of size 8 at ..." */
static bool
read_access(struct arena *arena, const char *line, struct data_race_access *out_access)
{
    const char *end = strstr(line, " at 0x");
    if (strncmp(line, "  ", 2) != 0 || end == NULL || end > line_end(line)
        || strstr(line, " of size ") == NULL || strstr(line, " of size ") > end)
    {
        return false;
    }
    char *what = arena_copy(arena, line + 2, (size_t)(end - line - 2));
    what[0] = (char)tolower((unsigned char)what[0]);
    *out_access = (struct data_race_access){.what = what};
    return true;
}

/* Is FRAME one of the sanitizer itself, which stands in for memcpy and the like?  In gcc's it is
 * in a library, in clang's in the program. */
static bool
is_interceptor(const char *frame)
{
    return strstr(frame, "(libtsan.") != NULL || strstr(frame, "/libtsan.") != NULL
           || strstr(frame, "/sanitizer_common/") != NULL
           || strstr(frame, "/tsan_interceptors") != NULL;
}

/* "    #0 bump spam.c:5 (spam.so+0x1234) (BuildId: 12ab)" */
static void
read_frame(struct arena *arena, const char *line, struct data_race_access *access)
{
    const char *text = line + strspn(line, " ");
    const char *end = line_end(text);
    if (text[0] != '#' || access->n_frames == DATA_RACE_FRAMES) {
        return;
    }
    text += strcspn(text, " \n");
    text += *text == ' ';
    const char *build = strstr(text, " (BuildId:");
    end = build != NULL && build < end ? build : end;
    const char *frame = arena_copy(arena, text, (size_t)(end - text));
    const char *offset = strrchr(frame, '+');
    if (is_interceptor(frame)) {
        return; /* who called it read or wrote */
    }
    access->frames[access->n_frames++] = (struct data_race_frame){
        .text = frame, .offset = offset != NULL ? strtoull(offset + 1, NULL, 16) : 0};
}

bool
thread_sanitizer_next(struct arena *arena, const char **text, struct data_race *out_race)
{
    const char *line = strstr(*text, BEGINNING);
    size_t n = 0;
    bool is_in_stack = false;
    if (line == NULL) {
        *text = "";
        return false;
    }
    *out_race = (struct data_race){0};
    for (line = line_end(line); *line != '\0'; line = line_end(line)) {
        line++;
        if (strncmp(line, ENDING, strlen(ENDING)) == 0
            || strncmp(line, BEGINNING, strlen(BEGINNING)) == 0)
        {
            break;
        }
        if (n < DATA_RACE_STACKS && read_access(arena, line, &out_race->accesses[n])) {
            n++;
            is_in_stack = true;
        }
        else if (is_in_stack && strncmp(line, "    #", 5) == 0) {
            read_frame(arena, line, &out_race->accesses[n - 1]);
        }
        else {
            is_in_stack = false; /* where a thread or the memory came from */
        }
    }
    *text = line;
    return true;
}

bool
data_race_frame_is_in(const struct data_race_frame *frame, const char *path)
{
    const char *name = strrchr(path, '/');
    name = name != NULL ? name + 1 : path;
    const char *place = strrchr(frame->text, '(');
    size_t size = strlen(name);
    if (place == NULL) {
        return false;
    }
    const char *end = strrchr(place, '+');
    return end != NULL && (size_t)(end - place - 1) >= size
           && strncmp(end - size, name, size) == 0
           && (end[-(long)size - 1] == '(' || end[-(long)size - 1] == '/');
}
