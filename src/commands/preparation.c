#include "commands/preparation.h"

struct preparation {
    struct arena *arena;
    const struct source_request *request;
};

static int
read_with(void *data, const struct source_text *texts, size_t n_texts,
          struct source **out_source, struct error *err)
{
    const struct preparation *preparation = data;
    struct source_request request = *preparation->request;
    request.texts = texts;
    request.n_texts = n_texts;
    return source_read(preparation->arena, &request, out_source, err);
}

int
request_prepare(struct arena *arena, const struct source_request *request,
                const struct convert_options *options, struct prepared *out,
                struct error *err)
{
    struct preparation preparation = {arena, request};
    struct source_reader reader = {read_with, &preparation};
    return prepared_read(arena, &reader, request->texts, request->n_texts, options, out,
                         err);
}
