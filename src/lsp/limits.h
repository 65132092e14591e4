/* What a client can make the server hold or do. */
#ifndef INSULATE_LSP_LIMITS_H
#define INSULATE_LSP_LIMITS_H

enum {
    LIMIT_MESSAGE_SIZE = 128 << 20, /* bytes of one message without its header */
    LIMIT_HEADER_SIZE = 4096,       /* bytes in front of a message */
    LIMIT_DOCUMENTS = 1000,         /* open at the same time */
    LIMIT_WAITING = 1000,           /* requests that wait for an analysis */
};

#endif
