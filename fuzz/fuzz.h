/* The entry point that libFuzzer and replay.c call. */
#ifndef INSULATE_FUZZ_H
#define INSULATE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
