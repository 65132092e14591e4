/* In a build with AddressSanitizer, memory of an arena that nobody was given is closed,
 * and there is some behind each item, so that reading past an item's end is reported. */
#ifndef INSULATE_BASE_RED_ZONE_H
#define INSULATE_BASE_RED_ZONE_H

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_RED_ZONES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_RED_ZONES 1
#endif
#endif

#ifdef HAS_RED_ZONES

#include <sanitizer/asan_interface.h>

enum { RED_ZONE = 16 };
#define red_zone_close(start, size) __asan_poison_memory_region((start), (size))
#define red_zone_open(start, size) __asan_unpoison_memory_region((start), (size))

#else

enum { RED_ZONE = 0 };
#define red_zone_close(start, size) ((void)(start), (void)(size))
#define red_zone_open(start, size) ((void)(start), (void)(size))

#endif

#endif
