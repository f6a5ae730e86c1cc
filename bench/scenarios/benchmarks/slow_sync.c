/* LD_PRELOAD library: makes every sync take at least SLOW_SYNC_MICROSECONDS.
   The disk of a virtual machine may confirm a sync within microseconds, from the memory of its host. Syncs then cost
   nothing and the comparison says nothing. Both sides of the comparison run with this library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int delayed_sync(const char *name, int file) {
    struct timespec started, now, pause;
    clock_gettime(CLOCK_MONOTONIC, &started);
    int result = ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
    clock_gettime(CLOCK_MONOTONIC, &now);
    long minimum = atol(getenv("SLOW_SYNC_MICROSECONDS")) * 1000;
    long left = minimum - (now.tv_sec - started.tv_sec) * 1000000000L - (now.tv_nsec - started.tv_nsec);
    if (left > 0) {
        pause.tv_sec = left / 1000000000L;
        pause.tv_nsec = left % 1000000000L;
        nanosleep(&pause, NULL);
    }
    return result;
}

int fsync(int file) { return delayed_sync("fsync", file); }
int fdatasync(int file) { return delayed_sync("fdatasync", file); }
