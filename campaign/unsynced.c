/* Notes what a process writes to its databases and has not yet flushed to the disk, for LD_PRELOAD.
 *
 * Beside each file whose name ends in .db, .db-wal or .db-journal stands a note, FILE.unsynced: for every write since the
 * last flush of that file its offset, its length, the length of the file before, and what stood there before.
 * A flush empties the note. Whoever kills the process can then undo any part of what no disk had promised to
 * keep, as a power failure does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 4096
#define SLOW_MICROSECONDS 20000
static int notes[MOST]; /* by descriptor, that of its note plus one; 0 for none */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);

__attribute__((constructor)) static void find(void) {
    real_open = dlsym(RTLD_NEXT, "open64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
}

static int ends(const char *path, const char *end) {
    size_t a = strlen(path), b = strlen(end);
    return a >= b && !strcmp(path + a - b, end);
}

static int noted(int fd) { return fd >= 0 && fd < MOST && notes[fd]; }

static int opened(int fd, const char *path) {
    char name[4200];
    if (fd < 0 || fd >= MOST) return fd;
    if (!ends(path, ".db") && !ends(path, ".db-wal") && !ends(path, ".db-journal")) return fd;
    snprintf(name, sizeof name, "%s.unsynced", path);
    int note = real_open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (note >= 0) notes[fd] = note + 1;
    return fd;
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return opened(real_open(path, flags, mode), path);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return opened(real_open(path, flags, mode), path);
}

int close(int fd) {
    if (noted(fd)) {
        real_close(notes[fd] - 1);
        notes[fd] = 0;
    }
    return real_close(fd);
}

static int flushed(int fd, int done) {
    if (!done && noted(fd)) {
        int emptied = ftruncate(notes[fd] - 1, 0);
        (void)emptied;
    }
    return done;
}

/* A slow disk: most kills should come while something is not flushed yet. */
static void wait(int fd) {
    if (noted(fd)) usleep(SLOW_MICROSECONDS);
}

int fsync(int fd) {
    wait(fd);
    return flushed(fd, real_fsync(fd));
}

int fdatasync(int fd) {
    wait(fd);
    return flushed(fd, real_fdatasync(fd));
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    if (!noted(fd)) return real_pwrite(fd, data, length, offset);
    struct stat before;
    uint64_t head[3] = {(uint64_t)offset, length, 0};
    char *note = calloc(1, sizeof head + length);
    pthread_mutex_lock(&lock);
    if (note && !fstat(fd, &before)) {
        head[2] = (uint64_t)before.st_size;
        memcpy(note, head, sizeof head);
        ssize_t stood = pread64(fd, note + sizeof head, length, offset);
        ssize_t kept = write(notes[fd] - 1, note, sizeof head + length);
        (void)stood;
        (void)kept;
    }
    ssize_t done = real_pwrite(fd, data, length, offset);
    pthread_mutex_unlock(&lock);
    free(note);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    return pwrite64(fd, data, length, offset);
}
