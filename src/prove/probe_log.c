#include "prove/probe_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/thread_sanitizer.h"

/* Undo \xHH in place: a field is never longer than its escaped form. */
static void
unescape(char *field)
{
    char *to = field;
    for (const char *from = field; *from != '\0';) {
        char digits[3] = {0};
        if (from[0] == '\\' && from[1] == 'x' && from[2] != '\0' && from[3] != '\0') {
            memcpy(digits, from + 2, 2);
            char byte = (char)strtoul(digits, NULL, 16);
            *to++ = byte != '\0' ? byte : '?';
            from += 4;
        }
        else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

static void
read_record(char *line, struct probe_record *record)
{
    static const char empty[] = "";
    record->kind = line;
    for (size_t i = 0; i < RECORD_FIELDS; i++) {
        record->fields[i] = empty;
    }
    for (size_t i = 0; i <= RECORD_FIELDS && line != NULL; i++) {
        char *tab = strchr(line, '\t');
        if (tab != NULL) {
            *tab = '\0';
        }
        unescape(line);
        if (i > 0) {
            record->fields[i - 1] = line;
        }
        line = tab != NULL ? tab + 1 : NULL;
    }
}

static void
note_progress(struct probe_log *log, const struct probe_record *record)
{
    if (record_is(record, RECORD_PHASE)) {
        log->phase = record->fields[0];
        log->step = "";
        log->root = "";
    }
    else if (record_is(record, RECORD_STEP)) {
        log->step = record->fields[0];
        log->root = record->fields[1];
    }
    else if (record_is(record, RECORD_DONE)) {
        log->done = true;
    }
}

static const char *
last_line(struct arena *arena, const struct strbuf *text)
{
    const char *end = text->text + text->size;
    while (end > text->text && (end[-1] == '\n' || end[-1] == ' ')) {
        end--;
    }
    const char *begin = end;
    while (begin > text->text && begin[-1] != '\n') {
        begin--;
    }
    return arena_copy(arena, begin, (size_t)(end - begin));
}

static const char *
fatal_error(struct arena *arena, const struct strbuf *text)
{
    static const char head[] = "Fatal Python error: ";
    const char *begin = memmem(text->text, text->size, head, sizeof head - 1);
    if (begin == NULL) {
        return "";
    }
    begin += sizeof head - 1;
    size_t left = (size_t)(text->text + text->size - begin);
    const char *end = memchr(begin, '\n', left);
    return arena_copy(arena, begin, end != NULL ? (size_t)(end - begin) : left);
}

/* What the interpreter or the C library says of an assertion that failed, without the
 * place in their sources. */
static const char *
failed_assertion(struct arena *arena, const struct strbuf *text)
{
    static const char word[] = ": Assertion ";
    const char *begin = memmem(text->text, text->size, word, sizeof word - 1);
    if (begin == NULL) {
        return "";
    }
    const char *end = memchr(begin, '\n', (size_t)(text->text + text->size - begin));
    end = end != NULL ? end : text->text + text->size;
    while (begin > text->text && begin[-1] != ' ' && begin[-1] != '\n') {
        begin--;
    }
    return arena_copy(arena, begin, (size_t)(end - begin));
}

/* Which numbers of sealed records were seen. */
struct numbers {
    bool *seen;
    size_t capacity;
};

static bool
is_new(struct arena *arena, struct numbers *numbers, uint32_t number)
{
    if (number >= numbers->capacity) {
        size_t capacity = ((size_t)number + 1) * 2;
        bool *grown = ARENA_ARRAY(arena, bool, capacity);
        if (numbers->capacity > 0) {
            memcpy(grown, numbers->seen, numbers->capacity);
        }
        *numbers = (struct numbers){grown, capacity};
    }
    bool is_seen = numbers->seen[number];
    numbers->seen[number] = true;
    return !is_seen;
}

/* The text behind the seal of a line, or NULL where the probe did not write it. */
static char *
open_seal(struct arena *arena, const struct child_result *result,
          struct numbers *numbers, char *line, size_t size)
{
    uint32_t number;
    if (result->confinement == 0) {
        return line; /* never given a key */
    }
    /* Nobody writes more records than there are bytes. */
    return seal_check(&result->key, line, size, &number)
                   && number <= (size_t)LIMIT_CHILD_OUTPUT
                   && is_new(arena, numbers, number)
               ? line + SEAL_SIZE
               : NULL;
}

void
probe_log_read(struct arena *arena, const struct child_result *result,
               struct probe_log *out_log)
{
    struct probe_record *records = NULL;
    size_t n = 0;
    size_t capacity = 0;
    *out_log = (struct probe_log){
        .phase = "",
        .step = "",
        .root = "",
        .exit_code = result->exit_code,
        .signal_number = result->signal_number,
        .stop_signal = result->stop_signal,
        .timed_out = result->timed_out,
        .starved = result->starved,
        .seconds = result->seconds,
        .own_seconds = result->own_seconds,
        .output = arena_copy(arena, result->output.text, result->output.size),
        .last_error = last_line(arena, &result->errors),
        .data_races = thread_sanitizer_reports(arena, &result->errors),
        .fatal = fatal_error(arena, &result->errors),
        .assertion = failed_assertion(arena, &result->errors),
        .exceeded = result->exceeded,
        .confinement = result->confinement,
        .n_events = result->n_events,
    };
    struct numbers numbers = {0};
    if (result->n_events > 0) {
        struct call_event *events =
            ARENA_ARRAY(arena, struct call_event, result->n_events);
        memcpy(events, result->events, result->n_events * sizeof *events);
        out_log->events = events;
    }
    char *line = arena_copy(arena, result->answer.text, result->answer.size);
    const char *stop = line + result->answer.size;
    for (char *end; (end = memchr(line, '\n', (size_t)(stop - line))) != NULL;
         line = end + 1)
    {
        *end = '\0'; /* an unfinished last line is left out */
        char *text =
            open_seal(arena, result, &numbers, line, (size_t)(end - line));
        if (text == NULL) {
            out_log->n_forged++;
            continue;
        }
        ARENA_GROW(arena, records, n, capacity);
        read_record(text, &records[n]);
        note_progress(out_log, &records[n]);
        n++;
    }
    out_log->records = records;
    out_log->n_records = n;
}

bool
record_is(const struct probe_record *record, const char *kind)
{
    return strcmp(record->kind, kind) == 0;
}

const struct probe_record *
probe_log_find(const struct probe_log *log, const char *kind)
{
    for (size_t i = 0; i < log->n_records; i++) {
        if (record_is(&log->records[i], kind)) {
            return &log->records[i];
        }
    }
    return NULL;
}

size_t
probe_log_count(const struct probe_log *log, const char *kind)
{
    size_t n = 0;
    for (size_t i = 0; i < log->n_records; i++) {
        n += record_is(&log->records[i], kind);
    }
    return n;
}

long
probe_log_number(const struct probe_log *log, const char *what, long missing)
{
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_COUNT) && strcmp(record->fields[0], what) == 0) {
            return record_number(record, 1);
        }
    }
    return missing;
}

uint64_t
record_hex(const struct probe_record *record, size_t field)
{
    return strtoull(record->fields[field], NULL, 16);
}

long
record_number(const struct probe_record *record, size_t field)
{
    return strtol(record->fields[field], NULL, 10);
}
