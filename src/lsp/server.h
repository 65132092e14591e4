/* The language server: messages in, messages out. */
#ifndef INSULATE_LSP_SERVER_H
#define INSULATE_LSP_SERVER_H

#include "lsp/analysis.h"

/* Serve a client that writes to IN and reads from OUT, until it says exit or is gone.
 * ANALYSE, with DATA, runs in a process of its own.  Returns the exit code that the
 * protocol asks for. */
int lsp_serve(int in, int out, analyse_function *analyse, void *data);

#endif
