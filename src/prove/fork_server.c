#include "prove/fork_server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"

struct fork_server {
    struct child_process process;
    int socket;
    bool failed;
};

/* Wait for `ready`.  Anything else says that this Python cannot be copied. */
static bool
is_ready(int socket)
{
    static const char ready[] = RECORD_READY "\n";
    char answer[256];
    struct pollfd polled = {socket, POLLIN, 0};
    if (poll(&polled, 1, LIMIT_STARTUP_SECONDS * 1000) <= 0) {
        return false;
    }
    ssize_t n = recv(socket, answer, sizeof answer, MSG_DONTWAIT);
    return n == (ssize_t)strlen(ready) && memcmp(answer, ready, (size_t)n) == 0;
}

struct fork_server *
fork_server_open(struct arena *arena, const char *executable,
                 const char *const *environment, int descriptor)
{
    struct error ignored = ERROR_INIT;
    const char *const argv[] = {executable, NULL};
    struct child_request request = {
        .argv = argv, .environment = environment, .answer_fd = descriptor};
    struct fork_server *fork_server = ARENA_NEW(arena, struct fork_server);
    int ends[2];
    if (!child_adopts_orphans()
        || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    {
        return NULL;
    }
    int status = child_start(&request, ends[1], &fork_server->process, &ignored);
    close(ends[1]);
    fork_server->socket = ends[0];
    if (status != 0) {
        close(ends[0]);
        return NULL;
    }
    /* Copies are made in milliseconds: one that stands still must not hold up all. */
    struct timeval patience = {.tv_sec = LIMIT_STARTUP_SECONDS};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (!is_ready(ends[0])) {
        fork_server_close(fork_server);
        return NULL;
    }
    return fork_server;
}

void
fork_server_close(struct fork_server *fork_server)
{
    if (fork_server != NULL) {
        close(fork_server->socket);
        child_stop(&fork_server->process);
    }
}

static bool
send_request(const struct fork_server *fork_server, const struct strbuf *text,
             const struct fork_server_head *head, const int descriptors[3])
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * FORK_SERVER_DESCRIPTORS)];
    } control = {0};
    struct fork_server_head first = *head;
    struct iovec parts[] = {{&first, sizeof first}, {text->text, text->size}};
    struct msghdr message = {.msg_iov = parts,
                             .msg_iovlen = ARRAY_LENGTH(parts),
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *given = CMSG_FIRSTHDR(&message);
    given->cmsg_level = SOL_SOCKET;
    given->cmsg_type = SCM_RIGHTS;
    given->cmsg_len = CMSG_LEN(sizeof(int) * FORK_SERVER_DESCRIPTORS);
    memcpy(CMSG_DATA(given), descriptors, sizeof(int) * FORK_SERVER_DESCRIPTORS);
    return sendmsg(fork_server->socket, &message, MSG_NOSIGNAL) >= 0;
}

pid_t
fork_server_start(void *data, const int descriptors[3])
{
    const struct fork_server_place *place = data;
    struct fork_server *fork_server = place->fork_server;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    struct fork_server_head head = {.prover = getpid(),
                                    .memory_limit = place->memory_limit};
    pid_t pid = -1;
    for (size_t i = 0; place->variables[i] != NULL; i++) {
        strbuf_add(&text, place->variables[i], strlen(place->variables[i]) + 1);
    }
    if (place->folder != NULL) {
        strbuf_format(&text, PROBE_ENV_FOLDER "=%s", place->folder);
        strbuf_add(&text, "", 1);
    }
    errno = EAGAIN;
    if (fork_server->failed || text.size > FORK_SERVER_TEXT_SIZE) {
        return -1;
    }
    if (!send_request(fork_server, &text, &head, descriptors)
        || recv(fork_server->socket, &pid, sizeof pid, 0) != (ssize_t)sizeof pid)
    {
        fork_server->failed = true;
        return -1;
    }
    return pid;
}
