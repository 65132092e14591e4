#include "../module.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>

char *
first_word(char *text)
{
    setlocale(LC_ALL, "C");  // want: global-process-call
    return strtok(text, " ");  // want: global-process-call
}

void
listen(int (*hook)(void))
{
    PyOS_InputHook = hook;  // want: global-process-call
}
