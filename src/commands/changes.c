#include "commands/changes.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/limits.h"
#include "base/map.h"
#include "edit/journal.h"
#include "edit/write.h"

/* --- the paths that the user named -------------------------------------------------- */

/* What PATH, a word of the user's, stands for; NULL where it is a link that leads out of
 * its own folder and the current one: the project made it, so the user may not know. */
static const char *
named_root(struct arena *arena, const char *path)
{
    const char *real = path_real(arena, path);
    if (!file_is_link(path)) {
        return real;
    }
    const char *beside = path_real(arena, path_folder(arena, path));
    const char *here = path_real(arena, ".");
    return path_below(real, beside) != real || path_below(real, here) != real ? real
                                                                             : NULL;
}

bool
path_is_named(struct arena *arena, const char *const *named, size_t n_named,
              const char *real_path)
{
    static const char *const current_folder[] = {"."};
    if (n_named == 0) {
        named = current_folder;
        n_named = 1;
    }
    for (size_t i = 0; i < n_named; i++) {
        const char *root = named_root(arena, named[i]);
        if (root != NULL
            && (strcmp(root, "/") == 0 || strcmp(root, real_path) == 0
                || path_below(real_path, root) != real_path))
        {
            return true;
        }
    }
    return false;
}

/* May FILE be changed?  Who names a source names what it includes from its own folder, too. */
static bool
is_named(const struct work *work, const struct changed_file *file)
{
    struct arena *arena = work->run->arena;
    if (path_is_named(arena, work->named, work->n_named, file->real_path)) {
        return true;
    }
    for (size_t i = 0; i < work->n_named && !file->file->is_main; i++) {
        const char *root = named_root(arena, work->named[i]);
        if (root != NULL && !file_is_folder(root)
            && path_below(file->real_path, path_folder(arena, root)) != file->real_path)
        {
            return true;
        }
    }
    return false;
}

/* The first byte of OLD that is not the same in FILE. */
static uint32_t
first_change(const struct source_file *old, const struct changed_file *file)
{
    uint32_t i = 0;
    while (i < old->size && i < file->size && old->text[i] == file->text[i]) {
        i++;
    }
    return i;
}

/* FILE must change, and must not. */
static const struct finding *
outside_finding(const struct work *work, const struct changed_file *file)
{
    uint32_t offset = first_change(file->file, file);
    struct findings causes;
    findings_init(&causes, work->run->arena);
    struct finding *finding = findings_add(
        &causes, "write-outside",
        "this file%s must also change, but is not below the given paths, so its modules "
        "are not converted; add it to the paths",
        file_is_link(file->path) ? ", reached through a link," : "");
    finding->path = file->path;
    finding->offset = offset;
    finding->line = source_line(file->file, offset);
    finding->column = source_column(file->file, offset);
    return finding;
}

bool
changes_refuse_outside(struct work *work)
{
    bool is_any = false;
    for (size_t i = 0; i < work->n_files; i++) {
        const struct changed_file *file = &work->files[i];
        if (file->file == NULL || is_named(work, file)) {
            continue; /* new files lie beside those of their module */
        }
        const struct finding *cause = outside_finding(work, file);
        for (size_t k = 0; k < work->result.n_modules; k++) {
            struct converted_module *module = &work->result.modules[k];
            if (edits_touch(&module->edits, file->file)) {
                result_reject(work, module, cause);
            }
        }
        is_any = true;
    }
    return is_any;
}

int
changes_write(struct work *work, struct error *err)
{
    struct written_file *files =
        ARENA_ARRAY(work->run->arena, struct written_file, work->n_files + 1);
    struct error remark = ERROR_INIT;
    for (size_t i = 0; i < work->n_files; i++) {
        const struct changed_file *file = &work->files[i];
        const struct source_file *old =
            prepared_original(&work->prepared, file->real_path);
        files[i] = (struct written_file){
            .path = file->real_path,
            .shown = file->path,
            .text = file->text,
            .size = file->size,
            .before = old != NULL ? old->text : NULL,
            .before_size = old != NULL ? old->size : 0,
        };
    }
    if (files_write(files, work->n_files, &remark, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < work->n_files; i++) {
        run_say(work->run, "wrote %s", work->files[i].path);
    }
    if (remark.message[0] != '\0') {
        run_say(work->run, "all files were written, but: %s", remark.message);
    }
    return 0;
}

/* --- other runs --------------------------------------------------------------------- */

struct folders {
    struct arena *arena;
    const char **paths; /* real */
    size_t n_paths, capacity;
    struct map known;
};

static void
folders_add(struct folders *folders, const char *path)
{
    if (map_find_string(&folders->known, path) == NULL) {
        char *copy = arena_string(folders->arena, path);
        map_set_string(&folders->known, copy, copy);
        ARENA_GROW(folders->arena, folders->paths, folders->n_paths, folders->capacity);
        folders->paths[folders->n_paths++] = copy;
    }
}

/* PATH, a folder, and all below it. */
static void
folders_add_tree(struct folders *folders, const char *path, int depth)
{
    DIR *list = depth <= LIMIT_PATH_DEPTH ? opendir(path) : NULL;
    if (list == NULL || folders->n_paths >= LIMIT_FILES) {
        if (list != NULL) {
            closedir(list);
        }
        return;
    }
    folders_add(folders, path);
    for (struct dirent *each; (each = readdir(list)) != NULL;) {
        if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0
            || (each->d_type != DT_DIR && each->d_type != DT_UNKNOWN))
        {
            continue;
        }
        const char *child = path_join(folders->arena, path, each->d_name);
        if (!file_is_link(child) && file_is_folder(child)) {
            folders_add_tree(folders, child, depth + 1);
        }
    }
    closedir(list);
}

/* Where the root of JOURNAL is by now: so many folders above one that it knows. */
static const char *
root_of(const struct folders *folders, const struct journal *journal)
{
    for (size_t i = 0; i < journal->n_entries; i++) {
        for (size_t k = 0; k < folders->n_paths; k++) {
            struct place place;
            if (place_of(AT_FDCWD, folders->paths[k], &place) != 0
                || !place_equal(&place, &journal->entries[i].folder))
            {
                continue;
            }
            const char *root = folders->paths[k];
            for (const char *c = strchr(journal->entries[i].path, '/'); c != NULL;
                 c = strchr(c + 1, '/'))
            {
                root = path_folder(folders->arena, root);
            }
            if (place_of(AT_FDCWD, root, &place) == 0
                && place_equal(&place, &journal->at))
            {
                return root;
            }
        }
    }
    return NULL;
}

static int
recover_one(struct run *run, const struct folders *folders, struct journal *journal,
            struct error *err)
{
    const char *root = root_of(folders, journal);
    size_t n_files;
    if (root == NULL) {
        return error_set(err, ERROR_IO,
                         "cannot find the directories that a killed run changed: it "
                         "ran in %s, and its journal is %s",
                         path_below(journal->root, run->folder), journal->folder);
    }
    if (files_recover(journal, root, &n_files, err) != 0) {
        return -1;
    }
    if (n_files != 0) {
        run_say(run,
                "an earlier run was killed while it wrote files; reverted %zu file%s",
                n_files, n_files == 1 ? "" : "s");
    }
    else {
        run_say(run, "an earlier run was killed; removed its temporary files");
    }
    return 0;
}

static int
refuse_busy(const struct run *run, const struct journals *journals, struct error *err)
{
    return error_set(err, ERROR_IO,
                     "another run is writing files in %s; try again after it has ended",
                     strcmp(journals->busy, run->folder) == 0
                         ? "this folder"
                         : path_below(journals->busy, run->folder));
}

static bool
is_half_done(const struct journals *journals)
{
    for (size_t i = 0; i < journals->n_items; i++) {
        if (journals->items[i].phase == JOURNAL_REPLACING) {
            return true;
        }
    }
    return false;
}

int
changes_look_for_others(struct work *work, bool writes, bool *out_is_recovered,
                        struct error *err)
{
    struct run *run = work->run;
    struct folders folders = {.arena = run->arena};
    struct journals journals;
    map_init(&folders.known, run->arena);
    *out_is_recovered = false;
    for (size_t i = 0; i < work->source->n_files; i++) {
        const struct source_file *file = work->source->files[i];
        if (file->is_project) {
            folders_add(&folders, path_folder(run->arena, file->real_path));
        }
    }
    if (journals_find(run->arena, folders.paths, folders.n_paths, &journals, err) != 0) {
        return -1;
    }
    if (journals.busy != NULL) {
        return refuse_busy(run, &journals, err);
    }
    if (!writes && is_half_done(&journals)) {
        return error_set(err, ERROR_IO,
                         "an earlier run was killed while it wrote files here, and "
                         "some are changed; revert its changes with 'insulate convert "
                         "--recover'");
    }
    if (!writes && journals.n_items != 0) {
        run_say(run, "an earlier run was killed and left temporary files; 'insulate "
                     "convert --recover' removes them");
    }
    if (writes && journals.n_items != 0) {
        run_unlimit(); /* nothing ends the program meanwhile */
    }
    for (size_t i = 0; i < journals.n_items && writes; i++) {
        if (recover_one(run, &folders, &journals.items[i], err) != 0) {
            return -1;
        }
        *out_is_recovered = true;
    }
    if (journals.foreign != NULL) {
        const char *shown = path_below(journals.foreign, run->folder);
        if (writes) {
            return error_set(err, ERROR_IO,
                             "%s was left by a run that was killed, here or in the "
                             "tree that this one was copied from; you have no journal "
                             "of it, and the sources may be half converted: compare it "
                             "with its file, then remove it",
                             shown);
        }
        run_say(run, "%s was left by a run that was killed, here or in the tree that "
                     "this one was copied from: the sources may be half converted",
                shown);
    }
    return 0;
}

int
changes_recover(struct run *run)
{
    struct error err = ERROR_INIT;
    struct folders folders = {.arena = run->arena};
    struct journals journals;
    map_init(&folders.known, run->arena);
    size_t n = run->operands.n_items;
    for (size_t i = 0; i < (n != 0 ? n : 1); i++) {
        const char *path = n != 0 ? run->operands.items[i] : ".";
        struct stat status;
        if (stat(path, &status) != 0) {
            error_set_errno(&err, "cannot read %s", path);
            return run_fail(run, &err);
        }
        const char *real = path_real(run->arena, path);
        if (S_ISDIR(status.st_mode)) {
            folders_add_tree(&folders, real, 0);
        }
        else {
            folders_add(&folders, path_folder(run->arena, real));
        }
    }
    if (journals_find(run->arena, folders.paths, folders.n_paths, &journals, &err) != 0) {
        return run_fail(run, &err);
    }
    if (journals.busy != NULL) {
        (void)refuse_busy(run, &journals, &err);
        return run_fail(run, &err);
    }
    for (size_t i = 0; i < journals.n_items; i++) {
        if (recover_one(run, &folders, &journals.items[i], &err) != 0) {
            return run_fail(run, &err);
        }
    }
    if (journals.n_items == 0) {
        run_say(run, "nothing to revert: no run was killed while it wrote files here");
    }
    return EXIT_CLEAN;
}
