#include "lsp/frame.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "lsp/limits.h"

#define END_OF_HEADER "\r\n\r\n"

void
frame_reader_init(struct frame_reader *reader, int fd)
{
    *reader = (struct frame_reader){.fd = fd};
    strbuf_init(&reader->buffer);
}

void
frame_reader_done(struct frame_reader *reader)
{
    strbuf_done(&reader->buffer);
}

/* Forget what was taken. */
static void
compact(struct frame_reader *reader)
{
    struct strbuf *buffer = &reader->buffer;
    if (reader->begin == 0) {
        return;
    }
    size_t left = buffer->size - reader->begin;
    memmove(buffer->text, buffer->text + reader->begin, left);
    buffer->text[left] = '\0';
    buffer->size = left;
    reader->begin = 0;
}

int
frame_read(struct frame_reader *reader)
{
    char part[1 << 16];
    ssize_t n;
    compact(reader);
    do {
        n = read(reader->fd, part, sizeof part);
    } while (n < 0 && errno == EINTR);
    if (n <= 0) {
        return n < 0 ? -1 : 0;
    }
    size_t skipped = (uint64_t)n < reader->skip ? (size_t)n : (size_t)reader->skip;
    reader->skip -= skipped;
    strbuf_add(&reader->buffer, part + skipped, (size_t)n - skipped);
    return 1;
}

/* The value of the header field NAME in [TEXT, END), and its size; NULL: there is none. */
static const char *
field_value(const char *text, const char *end, const char *name, size_t *out_size)
{
    size_t name_size = strlen(name);
    while (text < end) {
        const char *line_end = memmem(text, (size_t)(end - text), "\r\n", 2);
        line_end = line_end != NULL ? line_end : end;
        size_t size = (size_t)(line_end - text);
        if (size > name_size && text[name_size] == ':'
            && strncasecmp(text, name, name_size) == 0)
        {
            const char *value = text + name_size + 1;
            value += strspn(value, " \t");
            *out_size = value < line_end ? (size_t)(line_end - value) : 0;
            return value;
        }
        text = line_end + 2;
    }
    return NULL;
}

/* A number, without a sign, of a size that can be counted; false: it is none. */
static bool
parse_length(const char *digits, size_t size, uint64_t *out_length)
{
    enum { MOST_DIGITS = 18 };
    *out_length = 0;
    for (size_t i = 0; i < size; i++) {
        if (!isdigit((unsigned char)digits[i])) {
            return false;
        }
        *out_length = *out_length * 10 + (uint64_t)(digits[i] - '0');
    }
    return size != 0 && size <= MOST_DIGITS;
}

/* Leave out LENGTH bytes from where the reader is, of which some may still have to come. */
static void
skip(struct frame_reader *reader, uint64_t length)
{
    size_t there = reader->buffer.size - reader->begin;
    size_t now = length < there ? (size_t)length : there;
    reader->begin += now;
    reader->skip = length - now;
}

enum frame_state
frame_next(struct frame_reader *reader, const char **out_text, size_t *out_size,
           const char **out_why)
{
    const char *header = reader->buffer.text + reader->begin;
    size_t there = reader->buffer.size - reader->begin;
    const char *end = memmem(header, there, END_OF_HEADER, strlen(END_OF_HEADER));
    if (end == NULL || end - header > LIMIT_HEADER_SIZE) {
        *out_why = "the header of a message does not end";
        return there > LIMIT_HEADER_SIZE ? FRAME_LOST : FRAME_NONE;
    }
    size_t head_size = (size_t)(end - header) + strlen(END_OF_HEADER);
    size_t digits_size = 0;
    uint64_t length;
    const char *digits = field_value(header, end, "Content-Length", &digits_size);
    if (digits == NULL || !parse_length(digits, digits_size, &length)) {
        reader->begin += head_size;
        *out_why = "a message has no valid Content-Length";
        return FRAME_WRONG;
    }
    if (length > LIMIT_MESSAGE_SIZE) {
        reader->begin += head_size;
        skip(reader, length);
        *out_why = "the message is larger than 128 MiB";
        return FRAME_WRONG;
    }
    if (there - head_size < length) {
        return FRAME_NONE;
    }
    *out_text = header + head_size;
    *out_size = (size_t)length;
    reader->begin += head_size + (size_t)length;
    return FRAME_READY;
}

int
frame_write(int fd, const char *text, size_t size)
{
    CLEANUP(strbuf_done) struct strbuf frame = STRBUF_INIT;
    strbuf_format(&frame, "Content-Length: %zu" END_OF_HEADER, size);
    strbuf_add(&frame, text, size);
    return file_write_all(fd, frame.text, frame.size);
}
