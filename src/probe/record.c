#include "probe/record.h"

#include "confine/seal.h"
#include "probe/effect.h"
#include "probe/image.h"
#include "probe/protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* High enough that a module which closes or writes small numbers misses it. */
#define DESCRIPTOR_FLOOR 900
#define FIELD_LIMIT 1200 /* bytes of one field after escaping */

static int descriptor = -1;
static volatile bool muted;
static struct seal_key key;
static atomic_uint *n_records; /* shared with forked copies; NULL: records have no seal */

static void
take_key(int given)
{
    if (recv(given, &key, sizeof key, MSG_DONTWAIT) != (ssize_t)sizeof key) {
        return;
    }
    void *shared = mmap(NULL, sizeof *n_records, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    n_records = shared != MAP_FAILED ? shared : NULL;
}

void
record_open(int given)
{
    take_key(given);
    descriptor = fcntl(given, F_DUPFD_CLOEXEC, DESCRIPTOR_FLOOR);
    if (descriptor < 0) {
        descriptor = fcntl(given, F_DUPFD_CLOEXEC, 64);
    }
    close(given);
}

int
record_descriptor(void)
{
    return descriptor;
}

void
record_mute(void)
{
    muted = true;
}

static void
put(struct record *record, char byte)
{
    if (record->size < (int)sizeof record->text - 1) {
        record->text[record->size++] = byte;
    }
}

void
record_begin(struct record *record, const char *kind)
{
    record->size = SEAL_SIZE;
    while (*kind != '\0') {
        put(record, *kind++);
    }
}

void
record_text(struct record *record, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    put(record, '\t');
    int limit = record->size + FIELD_LIMIT;
    for (; text != NULL && *text != '\0' && record->size < limit; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte == 0x7f || byte == '\\') {
            put(record, '\\');
            put(record, 'x');
            put(record, digits[byte >> 4]);
            put(record, digits[byte & 15]);
        }
        else {
            put(record, (char)byte);
        }
    }
}

static void
put_number(struct record *record, unsigned long long number, unsigned base)
{
    char reversed[32];
    int size = 0;
    do {
        reversed[size++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    while (size > 0) {
        put(record, reversed[--size]);
    }
}

void
record_number(struct record *record, long long number)
{
    put(record, '\t');
    unsigned long long size = (unsigned long long)number;
    if (number < 0) {
        put(record, '-');
        size = 0 - size;
    }
    put_number(record, size, 10);
}

void
record_hex(struct record *record, uintptr_t number)
{
    put(record, '\t');
    put_number(record, number, 16);
}

void
record_place(struct record *record, uintptr_t address)
{
    const struct image *image = image_at(address);
    record_text(record, image != NULL ? image->path : "-");
    record_hex(record, image != NULL ? address - image->base : address);
}

void
record_end(struct record *record)
{
    if (muted || descriptor < 0) {
        return;
    }
    int saved = errno;
    const char *rest = record->text + SEAL_SIZE;
    size_t size = (size_t)record->size - SEAL_SIZE;
    if (n_records != NULL) {
        seal_write(&key, atomic_fetch_add(n_records, 1), rest, size, record->text);
        rest = record->text;
        size += SEAL_SIZE;
    }
    record->text[record->size] = '\n';
    size++;
    while (size > 0) {
        ssize_t written = write(descriptor, rest, size);
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            break;
        }
        rest += written;
        size -= (size_t)written;
    }
    errno = saved;
}

void
record_count(const char *what, long long number)
{
    struct record record;
    record_begin(&record, RECORD_COUNT);
    record_text(&record, what);
    record_number(&record, number);
    record_end(&record);
}

void
record_say(const char *kind, ...)
{
    struct record record;
    va_list fields;
    va_start(fields, kind);
    record_begin(&record, kind);
    for (const char *field; (field = va_arg(fields, const char *)) != NULL;) {
        record_text(&record, field);
    }
    va_end(fields);
    record_end(&record);
}

void
trouble(const char *format, ...)
{
    char message[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    record_say(RECORD_TROUBLE, message, NULL);
    effect_allow_exit();
    _exit(PROBE_EXIT_TROUBLE);
}
