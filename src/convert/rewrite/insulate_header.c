/* What the result takes from insulate.h instead of writing it out: with --use-header. */
#include "convert/rewrite/insulate_header.h"

#include <string.h>

#include "convert/facts/includes.h"
#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"

enum { FIRST_WITH_FLAGS = 0x030A0000 };

/* Headers before 3.10 do not name the flags; insulate.h does, and keeps 3.9 from seeing
 * them. */
static const char *
flag(struct conversion *c, const char *name, const char *of_header)
{
    if (!c->options->use_header || c->options->floor >= FIRST_WITH_FLAGS) {
        return name;
    }
    c->header_parts |= HEADER_HEAP_TYPES;
    return of_header;
}

const char *
immutable_flag(struct conversion *c)
{
    return flag(c, "Py_TPFLAGS_IMMUTABLETYPE", "INSULATE_IMMUTABLE_IF_POSSIBLE");
}

const char *
no_instances_flag(struct conversion *c)
{
    return flag(c, "Py_TPFLAGS_DISALLOW_INSTANTIATION", "INSULATE_NO_INSTANCES");
}

void
want_insulate(struct conversion *c, unsigned parts, const struct source_file *file,
              uint32_t offset)
{
    c->header_parts |= parts;
    for (size_t i = 0; i < c->n_wants; i++) {
        struct header_want *want = &c->wants[i];
        if (want->file == file) {
            want->offset = offset < want->offset ? offset : want->offset;
            want->parts |= parts;
            return;
        }
    }
    ARENA_GROW(c->arena, c->wants, c->n_wants, c->wants_capacity);
    c->wants[c->n_wants++] = (struct header_want){file, offset, parts};
}

const char *
include_lines(struct conversion *c, unsigned parts)
{
    return TEXT(c, "%s%s",
                parts & HEADER_BACKPORTS ? "#include \"insulate/backports.h\"\n" : "",
                parts & HEADER_HEAP_TYPES ? "#include \"insulate/heap_types.h\"\n" : "");
}

static void
include_insulate(struct conversion *c, unsigned parts, const struct source_file *file,
                 uint32_t offset)
{
    if (includes_header(c, file, "insulate/backports.h")) {
        parts &= ~(unsigned)HEADER_BACKPORTS;
    }
    if (includes_header(c, file, "insulate/heap_types.h")
        || includes_header(c, file, "insulate.h"))
    {
        parts &= ~(unsigned)HEADER_HEAP_TYPES;
    }
    if (parts == 0) {
        return;
    }
    uint32_t place = include_place(file, offset);
    if (place == UINT32_MAX) {
        place = place_before(file, offset);
    }
    change(c, file, place, place, include_lines(c, parts), "what it has is used");
}

void
include_wanted(struct conversion *c)
{
    for (size_t i = 0; i < c->n_wants; i++) {
        include_insulate(c, c->wants[i].parts, c->wants[i].file, c->wants[i].offset);
    }
}

/* --- the end of an instance -------------------------------------------------------- */

/* The token that opens the arguments of CALL, which frees the instance by its type's
 * tp_free or by a function; n_tokens if it is written otherwise, or goes through a local
 * that would be left without a use. */
static size_t
arguments_of_free(const struct node *call)
{
    const struct source_file *file = call->file;
    const struct node *callee =
        call->kind == NODE_CALL && call->origin != ORIGIN_ARGUMENT
            ? node_bare(call->first)
            : NULL;
    if (callee == NULL) {
        return file->n_tokens;
    }
    size_t first = token_at(file, call->begin);
    size_t next = token_after(file, first);
    if (callee->kind != NODE_MEMBER) {
        return token_is(file, next, "(") ? next : file->n_tokens;
    }
    if (token_is(file, next, "->")
        && token_is(file, token_after(file, next), "tp_free")) {
        return file->n_tokens; /* local->tp_free(self) */
    }
    /* Py_TYPE begins in a macro, which is where the call ends for libclang. */
    for (size_t i = first; i < file->n_tokens && !token_is(file, i, ";");
         i = token_after(file, i))
    {
        if (token_is(file, i, "tp_free")) {
            next = token_after(file, i);
            return token_is(file, next, "(") ? next : file->n_tokens;
        }
    }
    return file->n_tokens;
}

bool
can_free_by_header(const struct conversion *c, const struct node *const *calls,
                   size_t n_calls)
{
    for (size_t i = 0; i < n_calls; i++) {
        if (arguments_of_free(calls[i]) >= calls[i]->file->n_tokens) {
            return false;
        }
    }
    return c->options->use_header && n_calls > 0;
}

void
free_by_header(struct conversion *c, const struct node *call, const char *reason)
{
    const struct source_file *file = call->file;
    size_t open = arguments_of_free(call);
    const struct node *argument = call_argument(call, 0);
    const struct type *type = argument->type;
    bool is_object = type != NULL && strstr(type->canonical, "_object *") != NULL;
    bool has_cast = token_is(file, token_after(file, open), "(");

    want_insulate(c, HEADER_HEAP_TYPES, file, call->begin);
    change_cover(c, file, call->begin, file->tokens[open].begin, "Insulate_Free",
                 reason);
    if (!is_object && !has_cast) {
        change(c, file, file->tokens[open].end, file->tokens[open].end, "(PyObject *)",
               reason);
    }
}
