#include "commands/fixes.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "commands/changes.h"
#include "edit/diff.h"
#include "edit/write.h"
#include "model/edit.h"

enum { MOST_ROUNDS = 200 };

/* One round: the fixes that are applied together. */
struct round {
    struct arena *arena;
    const struct source *source;
    struct edits edits;
    struct map files;    /* path -> struct known */
    uint64_t *applied;   /* fingerprints of the findings */
    size_t n_applied, capacity;
};

struct known {
    const struct source_file *file;
};

struct fingerprints {
    uint64_t *items;
    size_t n_items, capacity;
};

static bool
fingerprints_have(const struct fingerprints *list, uint64_t hash)
{
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i] == hash) {
            return true;
        }
    }
    return false;
}

static void
fingerprints_add(struct arena *arena, struct fingerprints *list, uint64_t hash)
{
    ARENA_GROW(arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = hash;
}

static size_t
fingerprints_count(const struct fingerprints *list, uint64_t hash)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n_items; i++) {
        n += list->items[i] == hash;
    }
    return n;
}

static void
fingerprints_of(const struct run *run, const struct findings *findings,
                struct fingerprints *out)
{
    *out = (struct fingerprints){NULL, 0, 0};
    for (size_t i = 0; i < findings->n_items; i++) {
        fingerprints_add(run->arena, out,
                         finding_fingerprint(&findings->items[i], run->folder));
    }
}

/* --- one round -------------------------------------------------------------------- */

static void
round_begin(struct round *round, struct arena *arena, const struct source *source)
{
    *round = (struct round){.arena = arena, .source = source};
    edits_init(&round->edits, arena);
    map_init(&round->files, arena);
    for (size_t i = 0; i < source->n_files; i++) {
        struct known *known = ARENA_NEW(arena, struct known);
        known->file = source->files[i];
        map_set_string(&round->files, known->file->path, known);
    }
}

/* Does FIX touch what an earlier one of this round changes? */
static bool
touches_others(const struct round *round, const struct fix *fix,
               const struct source_file *file)
{
    for (size_t i = 0; i < fix->n_replacements; i++) {
        const struct replacement *part = &fix->replacements[i];
        for (size_t k = 0; k < round->edits.n_items; k++) {
            const struct edit *edit = &round->edits.items[k];
            /* Findings of one line may share an edit. */
            if (edit->file == file && part->begin <= edit->end
                && part->end >= edit->begin && part->text != edit->text)
            {
                return true;
            }
        }
    }
    return false;
}

static const struct source_file *
file_of_fix(const struct round *round, const struct fix *fix)
{
    const struct known *known = map_find_string(&round->files, fix->replacements[0].path);
    const struct source_file *file = known != NULL ? known->file : NULL;
    for (size_t i = 0; i < fix->n_replacements && file != NULL; i++) {
        const struct replacement *part = &fix->replacements[i];
        if (strcmp(part->path, file->path) != 0 || part->begin > part->end
            || part->end > file->size)
        {
            return NULL;
        }
    }
    return file;
}

static void
round_add(struct round *round, const struct finding *finding,
          const struct source_file *file, uint64_t hash)
{
    for (size_t i = 0; i < finding->fix->n_replacements; i++) {
        const struct replacement *part = &finding->fix->replacements[i];
        edits_add(&round->edits, file, (uint32_t)part->begin, (uint32_t)part->end,
                  part->text, finding->rule);
    }
    ARENA_GROW(round->arena, round->applied, round->n_applied, round->capacity);
    round->applied[round->n_applied++] = hash;
}

/* Choose fixes of WANTED, at most MOST, and none of REJECTED. */
static void
round_choose(struct round *round, const struct run *run, const struct findings *wanted,
             const struct fingerprints *rejected, size_t most, struct fixes *fixes)
{
    fixes->n_outside = 0;
    for (size_t i = 0; i < wanted->n_items; i++) {
        const struct finding *finding = &wanted->items[i];
        uint64_t hash = finding_fingerprint(finding, run->folder);
        if (finding->fix == NULL || fingerprints_have(rejected, hash)) {
            continue;
        }
        const struct source_file *file = file_of_fix(round, finding->fix);
        if (file == NULL) {
            continue;
        }
        if (!path_is_named(run->arena, run->operands.items, run->operands.n_items,
                           file->real_path))
        {
            fixes->n_outside++;
            fixes->outside = file->path;
            continue;
        }
        if (round->n_applied < most && !touches_others(round, finding->fix, file)) {
            round_add(round, finding, file, hash);
        }
    }
}

static struct source_text *
text_of(struct fixes *fixes, struct arena *arena, const char *real_path)
{
    for (size_t i = 0; i < fixes->n_texts; i++) {
        if (strcmp(fixes->texts[i].real_path, real_path) == 0) {
            return &fixes->texts[i];
        }
    }
    ARENA_GROW(arena, fixes->texts, fixes->n_texts, fixes->capacity);
    struct source_text *text = &fixes->texts[fixes->n_texts++];
    *text = (struct source_text){.real_path = real_path};
    return text;
}

/* FIXES with the round's edits, as a value of its own. */
static int
round_apply(const struct round *round, const struct fixes *fixes, struct fixes *out,
            struct error *err)
{
    *out = *fixes;
    out->texts = NULL;
    out->n_texts = out->capacity = 0;
    for (size_t i = 0; i < fixes->n_texts; i++) {
        *text_of(out, round->arena, fixes->texts[i].real_path) = fixes->texts[i];
    }
    for (size_t i = 0; i < round->source->n_files; i++) {
        const struct source_file *file = round->source->files[i];
        CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
        if (!edits_touch(&round->edits, file)) {
            continue;
        }
        if (edits_render(&round->edits, file, 0, file->size, &text, err) != 0) {
            return -1;
        }
        struct source_text *entry = text_of(out, round->arena, file->real_path);
        entry->text = arena_copy(round->arena, text.text, text.size);
        entry->size = text.size;
    }
    return 0;
}

/* Are the findings of ROUND gone, and is there none that BEFORE had not? */
static bool
is_better(const struct run *run, const struct round *round,
          const struct findings *before, const struct findings *after)
{
    struct fingerprints had, have;
    fingerprints_of(run, before, &had);
    fingerprints_of(run, after, &have);
    for (size_t i = 0; i < have.n_items; i++) {
        if (fingerprints_count(&have, have.items[i])
            > fingerprints_count(&had, have.items[i]))
        {
            return false;
        }
    }
    struct fingerprints applied = {round->applied, round->n_applied, round->capacity};
    for (size_t i = 0; i < applied.n_items; i++) {
        uint64_t hash = applied.items[i];
        if (fingerprints_count(&have, hash) + fingerprints_count(&applied, hash)
            > fingerprints_count(&had, hash))
        {
            return false;
        }
    }
    return true;
}

/* Try ROUND: 1 if FIXES have become better by it, 0 if it does not verify. */
static int
round_try(const struct run *run, const struct rechecker *rechecker,
          const struct round *round, struct fixes *fixes, struct error *err)
{
    struct fixes next;
    struct source *source;
    struct findings *findings = ARENA_NEW(run->arena, struct findings);
    struct error overlap = ERROR_INIT;
    findings_init(findings, run->arena);
    if (round_apply(round, fixes, &next, &overlap) != 0) {
        return 0;
    }
    if (rechecker->check(rechecker->data, next.texts, next.n_texts, &source, findings, err)
        != 0)
    {
        return -1;
    }
    if (!is_better(run, round, fixes->findings, findings)) {
        return 0;
    }
    next.source = source;
    next.findings = findings;
    next.n_fixed += round->n_applied;
    *fixes = next;
    return 1;
}

int
fixes_make(struct run *run, const struct rechecker *rechecker,
           const struct source *source, const struct findings *findings,
           const struct source_text *texts, size_t n_texts, struct fixes *out,
           struct error *err)
{
    struct fingerprints rejected = {NULL, 0, 0};
    size_t most = SIZE_MAX;
    *out = (struct fixes){.source = source, .findings = findings};
    for (size_t i = 0; i < n_texts; i++) {
        *text_of(out, run->arena, texts[i].real_path) = texts[i];
    }
    for (int i = 0; i < MOST_ROUNDS; i++) {
        struct findings wanted;
        struct round round;
        if (run_wanted(run, out->findings, &wanted, err) != 0) {
            return -1;
        }
        if (rechecker->keep != NULL) {
            rechecker->keep(rechecker->keep_data, out->source, &wanted);
        }
        if (rechecker->give != NULL) {
            rechecker->give(rechecker->data, out->source, &wanted);
        }
        round_begin(&round, run->arena, out->source);
        round_choose(&round, run, &wanted, &rejected, most, out);
        if (round.n_applied == 0) {
            break;
        }
        int result = round_try(run, rechecker, &round, out, err);
        if (result < 0) {
            return -1;
        }
        if (result > 0) {
            most = most > SIZE_MAX / 2 ? SIZE_MAX : 2 * most;
        }
        else if (round.n_applied > 1) {
            most = round.n_applied / 2;
        }
        else {
            fingerprints_add(run->arena, &rejected, round.applied[0]);
            out->n_held++;
        }
    }
    return 0;
}

/* --- the result ------------------------------------------------------------------- */

const struct source_text *
fixes_text(const struct fixes *fixes, const struct source_file *file)
{
    for (size_t i = 0; i < fixes->n_texts; i++) {
        const struct source_text *text = &fixes->texts[i];
        if (strcmp(text->real_path, file->real_path) == 0) {
            bool is_same = text->size == file->size
                           && memcmp(text->text, file->text, file->size) == 0;
            return is_same ? NULL : text;
        }
    }
    return NULL;
}

const char *
fixes_diff(const struct run *run, const struct fixes *fixes, const struct source *before)
{
    CLEANUP(strbuf_done) struct strbuf diff = STRBUF_INIT;
    for (size_t i = 0; i < before->n_files; i++) {
        const struct source_file *file = before->files[i];
        const struct source_text *text = fixes_text(fixes, file);
        if (text != NULL) {
            const char *shown = patch_path(run->arena, run->operands.items,
                                           run->operands.n_items, file->real_path);
            diff_unified(&diff, shown, file->text, file->size, text->text, text->size);
        }
    }
    return arena_copy(run->arena, diff.text, diff.size);
}

int
fixes_write(struct run *run, const struct fixes *fixes, const struct source *before,
            size_t *out_n_files, struct error *err)
{
    struct written_file *files =
        ARENA_ARRAY(run->arena, struct written_file, fixes->n_texts + 1);
    struct error remark = ERROR_INIT;
    size_t n = 0;
    for (size_t i = 0; i < before->n_files; i++) {
        const struct source_file *file = before->files[i];
        const struct source_text *text = fixes_text(fixes, file);
        if (text != NULL) {
            files[n++] = (struct written_file){
                .path = file->real_path,
                .shown = file->path,
                .text = text->text,
                .size = text->size,
                .before = file->text,
                .before_size = file->size,
            };
        }
    }
    *out_n_files = n;
    if (n == 0) {
        return 0;
    }
    run_unlimit(); /* nothing ends the program while it writes */
    if (files_write(files, n, &remark, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        run_say(run, "wrote %s", files[i].shown);
    }
    if (remark.message[0] != '\0') {
        run_say(run, "all files were written, but: %s", remark.message);
    }
    return 0;
}
