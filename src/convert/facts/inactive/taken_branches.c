#include "convert/facts/inactive/taken_branches.h"

#include <string.h>

#include "model/tokens.h"

static bool
is_skipped(const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < file->n_skipped; i++) {
        if (file->skipped[i].begin <= offset && offset < file->skipped[i].end) {
            return true;
        }
    }
    return false;
}

/* The token behind the directive that begins at token I. */
static size_t
behind_directive(const struct source_file *file, size_t i)
{
    uint32_t directive = file->tokens[i].directive;
    while (i < file->n_tokens && file->tokens[i].directive == directive) {
        i++;
    }
    return i;
}

static size_t
behind_comments(const struct source_file *file, size_t i)
{
    while (i < file->n_tokens && file->tokens[i].kind == TOKEN_COMMENT) {
        i++;
    }
    return i;
}

/* Does `#ifndef NAME` at token I hold no more than `#define NAME …`? */
static bool
only_defines(const struct source_file *file, size_t i)
{
    size_t define = behind_comments(file, behind_directive(file, i));
    if (define + 2 >= file->n_tokens || !token_is(file, i + 1, "ifndef")
        || !token_begins_directive(file, define) || !token_is(file, define + 1, "define"))
    {
        return false;
    }
    const struct token *asked = &file->tokens[i + 2], *defined = &file->tokens[define + 2];
    size_t last = behind_comments(file, behind_directive(file, define));
    return asked->end - asked->begin == defined->end - defined->begin
           && memcmp(file->text + asked->begin, file->text + defined->begin,
                     asked->end - asked->begin)
                  == 0
           && last + 1 < file->n_tokens && token_is(file, last + 1, "endif");
}

/* Does the branch at token I hold no more than `#include <…>`? */
static bool
only_includes(const struct source_file *file, size_t i)
{
    size_t n = 0;
    i = behind_comments(file, behind_directive(file, i));
    while (i + 2 < file->n_tokens && token_begins_directive(file, i)
           && token_is(file, i + 1, "include") && token_is(file, i + 2, "<"))
    {
        n++;
        i = behind_comments(file, behind_directive(file, i));
    }
    return n > 0 && i < file->n_tokens && token_begins_directive(file, i);
}

/* The next branch of FILE from token *AT on that counts. */
static bool
next_branch(const struct source_file *file, size_t *at, struct branch *out)
{
    for (size_t i = *at; i + 1 < file->n_tokens; i++) {
        bool is_branch = token_begins_directive(file, i)
                         && (token_begins_conditional(file, i)
                             || token_is(file, i + 1, "elif"));
        if (is_branch && !only_defines(file, i) && !only_includes(file, i)) {
            size_t next = behind_directive(file, i);
            uint32_t end = file->tokens[next - 1].end;
            *out = (struct branch){file, file->tokens[i].begin, end, !is_skipped(file, end)};
            *at = next;
            return true;
        }
    }
    return false;
}

static bool
is_same_text(const struct branch *a, const struct branch *b)
{
    return a->end - a->begin == b->end - b->begin
           && memcmp(a->file->text + a->begin, b->file->text + b->begin, a->end - a->begin)
                  == 0;
}

/* Branches of FILE that are spelled as BRANCH is, and how many of them are taken. */
static size_t
count_alike(const struct source_file *file, const struct branch *branch, size_t *out_taken)
{
    struct branch other;
    size_t n = 0;
    *out_taken = 0;
    for (size_t at = 0; next_branch(file, &at, &other);) {
        if (is_same_text(&other, branch)) {
            n++;
            *out_taken += other.is_taken;
        }
    }
    return n;
}

static const struct source_file *
file_in(const struct source *source, const struct source_file *file)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (strcmp(source->files[i]->real_path, file->real_path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

/* Does a unit that holds FILE include Python.h in AFTER alone? */
static bool
gets_python(const struct source_file *file, const struct source *after)
{
    for (size_t i = 0; i < file->n_mains; i++) {
        const struct source_file *now =
            file->mains[i]->includes_python ? NULL : file_in(after, file->mains[i]);
        if (now != NULL && now->includes_python) {
            return true;
        }
    }
    return false;
}

bool
branch_changed(const struct source *before, const struct source *after, struct branch *out)
{
    for (size_t i = 0; i < before->n_files; i++) {
        const struct source_file *file = before->files[i];
        const struct source_file *now =
            file->is_project && gets_python(file, after) ? file_in(after, file) : NULL;
        for (size_t at = 0; now != NULL && next_branch(file, &at, out);) {
            size_t taken, taken_now;
            size_t n = count_alike(file, out, &taken), n_now = count_alike(now, out, &taken_now);
            /* All were taken, or none; and now none of those that are left, or all. */
            if (n_now != 0
                && ((taken == n && taken_now == 0) || (taken == 0 && taken_now == n_now)))
            {
                return true;
            }
        }
    }
    return false;
}
