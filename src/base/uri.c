#include "base/uri.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

void
uri_add(struct strbuf *out, const char *path)
{
    if (path[0] == '/') {
        strbuf_add_string(out, "file://");
    }
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
    }
    for (const char *at = path; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (isalnum(c) || strchr("-._~/!", c) != NULL) {
            strbuf_add_char(out, *at);
        }
        else {
            strbuf_format(out, "%%%02X", c);
        }
    }
}

static int
digit_value(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = strchr(digits, tolower((unsigned char)digit));
    return digit != '\0' && at != NULL ? (int)(at - digits) : -1;
}

/* What follows the authority, "" or "localhost", of a file URI; NULL: another one. */
static const char *
absolute_part(const char *uri)
{
    static const char scheme[] = "file://", local[] = "localhost";
    if (strncasecmp(uri, scheme, strlen(scheme)) != 0) {
        return NULL;
    }
    const char *rest = uri + strlen(scheme);
    if (strncasecmp(rest, local, strlen(local)) == 0) {
        rest += strlen(local);
    }
    return rest[0] == '/' ? rest : NULL;
}

char *
uri_path(struct arena *arena, const char *uri)
{
    const char *at = absolute_part(uri);
    if (at == NULL) {
        return NULL;
    }
    CLEANUP(strbuf_done) struct strbuf path = STRBUF_INIT;
    for (; *at != '\0' && *at != '?' && *at != '#'; at++) {
        int high = at[0] == '%' ? digit_value(at[1]) : -1;
        int low = high >= 0 ? digit_value(at[2]) : -1;
        if (at[0] == '%' && (low < 0 || (high == 0 && low == 0))) {
            return NULL;
        }
        strbuf_add_char(&path, low < 0 ? *at : (char)(high << 4 | low));
        at += low < 0 ? 0 : 2;
    }
    return arena_copy(arena, path.text, path.size);
}
