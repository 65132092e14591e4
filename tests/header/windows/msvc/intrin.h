/* Of MSVC's intrinsics those that insulate.h uses; clang knows them. */
#ifndef TEST_INTRIN_H
#define TEST_INTRIN_H

#ifdef __cplusplus
extern "C" {
#endif
void *_InterlockedCompareExchangePointer(void *volatile *, void *, void *);
void *_InterlockedExchangePointer(void *volatile *, void *);
long _InterlockedExchange(long volatile *, long);
__int64 _InterlockedIncrement64(__int64 volatile *);
__int64 _InterlockedDecrement64(__int64 volatile *);
#ifdef __cplusplus
}
#endif

#endif
