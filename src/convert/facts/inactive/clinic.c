/* What is read of Argument Clinic: docs.python.org, "Argument Clinic How-To". */
#include "convert/facts/inactive/clinic.h"

#include <ctype.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "extension/generated_modules.h"
#include "model/tokens.h"

static const char begin_mark[] = "/*[clinic input]\n";
static const char middle_mark[] = "[clinic start generated code]*/";
static const char end_mark[] = "/*[clinic end generated code:";

static bool
stands_at(const struct source_file *file, uint32_t offset, const char *text)
{
    return strncmp(file->text + offset, text, strlen(text)) == 0;
}

/* The digits behind NAME in the comment TOKEN; empty: there are none. */
static struct range
checksum(const struct source_file *file, const struct token *token, const char *name)
{
    const char *text = file->text + token->begin;
    const char *found = memmem(text, token->end - token->begin, name, strlen(name));
    if (found == NULL) {
        return (struct range){0, 0};
    }
    uint32_t begin = (uint32_t)(found - file->text) + (uint32_t)strlen(name), end = begin;
    while (isxdigit((unsigned char)file->text[end])) {
        end++;
    }
    return (struct range){begin, end};
}

/* Is the comment TOKEN input?  Its lines. */
static bool
is_input(const struct source_file *file, const struct token *token, struct range *out)
{
    const uint32_t size = sizeof(middle_mark) - 1;
    if (token->kind != TOKEN_COMMENT || !stands_at(file, token->begin, begin_mark)
        || token->end - token->begin < sizeof(begin_mark) - 1 + size
        || !stands_at(file, token->end - size, middle_mark))
    {
        return false;
    }
    *out = (struct range){token->begin + sizeof(begin_mark) - 1, token->end - size};
    return true;
}

bool
clinic_block_next(const struct source_file *file, size_t *io_token, struct clinic_block *out)
{
    const struct token *first = NULL;
    struct range input, next;
    if (*io_token == 0
        && memmem(file->text, file->size, begin_mark, sizeof(begin_mark) - 1) == NULL)
    {
        return false;
    }
    for (size_t i = *io_token; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        if (is_input(file, token, &next)) {
            first = token;
            input = next;
        }
        else if (first != NULL && token->kind == TOKEN_COMMENT
                 && stands_at(file, token->begin, end_mark))
        {
            uint32_t begin = first->end + (file->text[first->end] == '\n');
            *out = (struct clinic_block){
                .whole = {first->begin, token->end},
                .input = input,
                .output = {begin, token->begin},
                .input_sum = checksum(file, token, " input="),
                .output_sum = checksum(file, token, " output="),
            };
            *io_token = i + 1;
            return true;
        }
    }
    *io_token = file->n_tokens;
    return false;
}

bool
is_clinic_function(const struct function *function)
{
    return function->body != NULL && file_is_of_clinic(function->body->file);
}

/* Does the directive in [BEGIN, END) of FILE include a header named as PATH is? */
static bool
includes(const struct source_file *file, uint32_t begin, uint32_t end, const char *path)
{
    const char *name = path_base(path);
    const char *text = file->text + begin;
    const char *found = memmem(text, end - begin, name, strlen(name));
    return found != NULL && found > text && strchr("\"/<", found[-1]) != NULL
           && strchr("\">", found[strlen(name)]) != NULL;
}

const struct source_file *
clinic_source(const struct conversion *c, const struct source_file *header,
              uint32_t *out_offset)
{
    const struct source_file *source = NULL;
    for (size_t i = 0; i < c->source->n_files; i++) {
        struct word word = {.file = c->source->files[i]};
        while (word.file->is_project && word_next(&word, "include", word.file->size)) {
            uint32_t end, begin = directive_around(word.file, word.begin, &end);
            if (!word.is_in_directive || !includes(word.file, begin, end, header->path)) {
                continue;
            }
            if (source != NULL) {
                return NULL;
            }
            source = word.file;
            *out_offset = begin;
        }
    }
    return source;
}

bool
clinic_block_of(const struct conversion *c, const struct source_file *file,
                const struct function *function, struct clinic_block *out)
{
    const char *body = TEXT(c, "%s_impl", function->name);
    for (size_t token = 0; clinic_block_next(file, &token, out);) {
        if (text_has_word(file, out->output.begin, out->output.end, body)
            || text_has_word(file, out->output.begin, out->output.end, function->name))
        {
            return true;
        }
    }
    return false;
}
