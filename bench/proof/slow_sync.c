/* Holds every sync of a program to the time that a disk needs which keeps what it confirms.
   The disk of a virtual machine may confirm in microseconds, from the memory of its host; then nobody waits for a disk
   and there is nothing to compare. Both sides of a comparison run under this. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int held(const char *name, int file) {
    struct timespec begun, now, rest;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    int result = ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
    clock_gettime(CLOCK_MONOTONIC, &now);
    long wanted = atol(getenv("SLOW_SYNC_MICROSECONDS")) * 1000;
    long left = wanted - (now.tv_sec - begun.tv_sec) * 1000000000L - (now.tv_nsec - begun.tv_nsec);
    if (left > 0) {
        rest.tv_sec = left / 1000000000L;
        rest.tv_nsec = left % 1000000000L;
        nanosleep(&rest, NULL);
    }
    return result;
}

int fsync(int file) { return held("fsync", file); }
int fdatasync(int file) { return held("fdatasync", file); }
