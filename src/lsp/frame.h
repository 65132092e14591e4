/* The base protocol: messages with a header that says how long they are. */
#ifndef INSULATE_LSP_FRAME_H
#define INSULATE_LSP_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "base/macros.h"
#include "base/strbuf.h"

struct frame_reader {
    int fd;
    struct strbuf buffer;
    size_t begin;  /* of what is not taken yet */
    uint64_t skip; /* bytes of a message that is too large, still to come */
};

enum frame_state {
    FRAME_NONE,  /* read more */
    FRAME_READY, /* a message */
    FRAME_WRONG, /* a header without a usable length, or a message that is too large: it is
                    left out */
    FRAME_LOST,  /* no end of a header: nobody knows where the next one begins */
};

void frame_reader_init(struct frame_reader *reader, int fd);
void frame_reader_done(struct frame_reader *reader);
/* Read what is there, once; waits if nothing is.  Returns 1, or 0 at the end of the input,
 * or -1 with errno set. */
MUST_CHECK int frame_read(struct frame_reader *reader);
/* Take the next message: SIZE bytes at TEXT (borrowed until the next frame_read); or, of a
 * wrong one, what is wrong (constant). */
enum frame_state frame_next(struct frame_reader *reader, const char **out_text,
                            size_t *out_size, const char **out_why);
/* Write SIZE bytes of TEXT with their header.  Returns -1 with errno set on failure. */
MUST_CHECK int frame_write(int fd, const char *text, size_t size);

#endif
