/* What `convert --write` does to files, without the reading of sources in front of it.
 *
 *   writer ROOT NAME…      each file ROOT/NAME: "old" in its text becomes "new"; one that is
 *                          not there is made
 *   writer --recover ROOT FOLDER…  what killed runs did below ROOT is taken back */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "edit/journal.h"
#include "edit/write.h"

static int
fail(const struct error *err)
{
    fprintf(stderr, "%s\n", err->message);
    return 2;
}

static int
recover(struct arena *arena, int n, char **paths)
{
    struct error err = ERROR_INIT;
    struct journals journals;
    const char **folders = ARENA_ARRAY(arena, const char *, (size_t)n);
    for (int i = 0; i < n; i++) {
        folders[i] = path_real(arena, paths[i]);
    }
    if (journals_find(arena, folders, (size_t)n, &journals, &err) != 0) {
        return fail(&err);
    }
    printf("%s%s\n", journals.busy != NULL ? "busy " : "",
           journals.foreign != NULL ? "foreign " : "");
    for (size_t i = 0; i < journals.n_items; i++) {
        size_t n_files;
        if (files_recover(&journals.items[i], folders[0], &n_files, &err) != 0) {
            return fail(&err);
        }
        printf("%zu taken back\n", n_files);
    }
    return 0;
}

static const char *
new_text(struct arena *arena, const char *old)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    for (const char *at; (at = strstr(old, "old")) != NULL; old = at + 3) {
        strbuf_add(&text, old, (size_t)(at - old));
        strbuf_add_string(&text, "new");
    }
    strbuf_add_string(&text, old);
    return arena_string(arena, text.text);
}

int
main(int argc, char **argv)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    if (argc > 2 && strcmp(argv[1], "--recover") == 0) {
        return recover(arena, argc - 2, argv + 2);
    }
    struct written_file *files = ARENA_ARRAY(arena, struct written_file, (size_t)argc);
    const char *root = path_real(arena, argv[1]);
    size_t n = 0;
    for (int i = 2; i < argc; i++) {
        char *text;
        const char *path = path_join(arena, root, argv[i]);
        struct written_file *file = &files[n++];
        *file = (struct written_file){.path = path, .shown = argv[i]};
        if (file_exists(path)) {
            if (file_read(arena, path, 1 << 24, &text, &file->before_size, NULL, &err)
                != 0)
            {
                return fail(&err);
            }
            file->before = text;
            file->text = new_text(arena, text);
        }
        else {
            file->text = arena_format(arena, "new %s\n", argv[i]);
        }
        file->size = strlen(file->text);
    }
    if (getenv("WRITER_WAIT") != NULL) {
        getchar(); /* between reading and writing */
    }
    if (files_write(files, n, &remark, &err) != 0) {
        return fail(&err);
    }
    if (remark.message[0] != '\0') {
        printf("%s\n", remark.message);
    }
    return 0;
}
