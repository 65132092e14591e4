#include "lsp/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/tree.h"
#include "lsp/diagnostic.h"

/* --- in the worker --------------------------------------------------------------- */

static const char *
text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static void
read_job(const json_t *words, struct analysis_job *job)
{
    const json_t *list = json_object_get(words, "texts");
    struct source_text *texts =
        ARENA_ARRAY(job->arena, struct source_text, json_array_size(list));
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        const json_t *text = json_object_get(item, "text");
        texts[i] = (struct source_text){
            .real_path = text_in(item, "path"),
            .text = json_string_value(text),
            .size = json_string_length(text),
        };
    }
    job->folder = text_in(words, "folder");
    job->path = text_in(words, "path");
    job->texts = texts;
    job->n_texts = json_array_size(list);
}

/* What analysis_tell writes to. */
struct answer {
    json_t *object;
    enum encoding encoding;
};

void
analysis_tell(struct analysis_job *job, const struct findings *findings,
              const struct source *source)
{
    struct answer *answer = job->answer;
    json_t *read = tree_array();
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_project) {
            tree_append(read, tree_string(source->files[i]->real_path));
        }
    }
    tree_set(answer->object, "read", read);
    tree_set(answer->object, "files",
             diagnostics_of(job->arena, findings, source, job->path, answer->encoding));
}

/* Returns -1 if the analysis failed: what it holds may be damaged. */
static int
do_job(const struct worker *worker, const json_t *words, int fd)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct answer answer = {
        .object = tree_object(),
        .encoding =
            (enum encoding)json_integer_value(json_object_get(words, "encoding")),
    };
    struct analysis_job job = {.arena = arena, .answer = &answer};
    struct error err = ERROR_INIT;
    read_job(words, &job);
    int code = worker->analyse(worker->data, &job, &err);
    if (code != 0) {
        tree_set_string(answer.object, "error", err.message);
    }
    tree_set_string(answer.object, "path", job.path);
    char *text = json_dumps(answer.object, JSON_COMPACT);
    if (text == NULL) {
        memory_exhausted();
    }
    bool is_written = frame_write(fd, text, strlen(text)) == 0;
    free(text);
    json_decref(answer.object);
    return is_written ? code : -1;
}

static NO_RETURN void
work(const struct worker *worker, int fd)
{
    struct frame_reader jobs;
    frame_reader_init(&jobs, fd);
    int state = 1;
    while (state > 0) {
        const char *text = NULL, *why = NULL;
        size_t size = 0;
        enum frame_state frame = frame_next(&jobs, &text, &size, &why);
        if (frame == FRAME_NONE) {
            state = frame_read(&jobs);
            continue;
        }
        if (frame != FRAME_READY) {
            break;
        }
        json_t *words = json_loadb(text, size, JSON_ALLOW_NUL, NULL);
        state = words != NULL && do_job(worker, words, fd) == 0 ? 1 : 0;
        json_decref(words);
    }
    _exit(0);
}

/* --- in the server --------------------------------------------------------------- */

void
worker_init(struct worker *worker, analyse_function *analyse, void *data)
{
    *worker = (struct worker){.analyse = analyse, .data = data, .fd = -1};
}

void
worker_stop(struct worker *worker)
{
    if (worker->pid == 0) {
        return;
    }
    kill(worker->pid, SIGKILL);
    while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(worker->fd);
    frame_reader_done(&worker->answers);
    worker->pid = 0;
    worker->fd = -1;
}

void
worker_done(struct worker *worker)
{
    worker_stop(worker);
}

/* Its stdout is not the client's: what it prints goes to stderr. */
static NO_RETURN void
become_worker(const struct worker *worker, int fd, const int others[2])
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(others[0]);
    if (dup2(STDERR_FILENO, others[1]) < 0) {
        _exit(1);
    }
    work(worker, fd);
}

static int
start(struct worker *worker, const int others[2], struct error *err)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return error_set_errno(err, "cannot start the analysis");
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        become_worker(worker, ends[1], others);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_set_errno(err, "cannot start the analysis");
    }
    worker->pid = pid;
    worker->fd = ends[0];
    frame_reader_init(&worker->answers, ends[0]);
    return 0;
}

int
worker_send(struct worker *worker, const json_t *job, const int others[2],
            struct error *err)
{
    char *text = json_dumps(job, JSON_COMPACT);
    if (text == NULL) {
        memory_exhausted();
    }
    int code = -1;
    /* One that has ended since its last answer is known by that it takes nothing. */
    for (int i = 0; i < 2 && code != 0; i++) {
        if (worker->pid == 0 && start(worker, others, err) != 0) {
            break;
        }
        code = frame_write(worker->fd, text, strlen(text));
        if (code != 0) {
            error_set_errno(err, "cannot give a document to the analysis");
            worker_stop(worker);
        }
    }
    free(text);
    return code;
}

int
worker_receive(struct worker *worker, json_t **out_answer)
{
    const char *text = NULL, *why = NULL;
    size_t size = 0;
    *out_answer = NULL;
    int state = frame_read(&worker->answers);
    enum frame_state frame = frame_next(&worker->answers, &text, &size, &why);
    if (frame == FRAME_READY) {
        *out_answer = json_loadb(text, size, 0, NULL);
    }
    if (state <= 0 || frame == FRAME_WRONG || frame == FRAME_LOST) {
        worker_stop(worker);
        return 0;
    }
    return 1;
}
