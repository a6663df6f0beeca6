/*
 * Between a process and the file system, by LD_PRELOAD: writes down, in order, what happens to the files below DISK_ROOT and
 * which of it was synced, so that a loss of power can be computed afterwards (power-loss.ts), and answers calls with errors or
 * late where DISK_CONTROL says so (faulty-disk.ts). Syncs are only written down, as this machine does not lose its power.
 *
 * A record is appended to DISK_LOG after its call has had its effect and before it returns. What has changed a file is written
 * down in the order in which it has: one call at a time. Writes by mmap are not seen: of our files only -shm of SQLite has them,
 * which is worth nothing after a crash.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC_BEGUN, SYNCED, RENAME, UNLINK, LINK, MKDIR, RMDIR, EXTEND };

struct record {
  uint32_t kind, path_bytes, other_bytes, data_bytes;
  /* Of an open file, or of a sync. */
  uint64_t id;
  int64_t at;
};

/* As faulty-disk.ts writes it. Chances are in 1/1000. */
struct control {
  uint32_t write_error, write_chance, sync_error, sync_chance, read_error, read_chance, sync_micros_max, seed;
  /* Of the path of the file; empty for all. */
  char part[96];
};

#define FILES_MAX 65536
#define REAL(name) ((__typeof__(&name))real(#name))

static uint64_t ids[FILES_MAX];
static char parts[FILES_MAX][64];
static uint64_t last_id;
static int log_file = -1;
static volatile struct control *control;
static char root[PATH_MAX];
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static void begin(void) { pthread_mutex_lock(&order); }
static void end(void) { int kept = errno; pthread_mutex_unlock(&order); errno = kept; }

/* The absolute path where it lies below the root, else null. */
static const char *below(int folder, const char *path, char *absolute) {
  if (root[0] == 0 || path == NULL) return NULL;
  if (path[0] == '/') snprintf(absolute, PATH_MAX, "%s", path);
  else {
    char from[PATH_MAX];
    if (folder == AT_FDCWD) { if (getcwd(from, sizeof from) == NULL) return NULL; }
    else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(link, from, sizeof from - 1);
      if (length < 0) return NULL;
      from[length] = 0;
    }
    snprintf(absolute, PATH_MAX, "%s/%s", from, path);
  }
  for (size_t length = strlen(absolute); length > 1 && absolute[length - 1] == '/'; length--) absolute[length - 1] = 0;
  size_t length = strlen(root);
  return strncmp(absolute, root, length) == 0 && (absolute[length] == '/' || absolute[length] == 0) ? absolute : NULL;
}

static void note(uint32_t kind, uint64_t id, int64_t at, const char *path, const char *other, const struct iovec *data,
                 int count, size_t bytes) {
  struct record record = {kind, path ? strlen(path) : 0, other ? strlen(other) : 0, bytes, id, at};
  struct iovec all[1027] = {{&record, sizeof record}, {(void *)path, record.path_bytes}, {(void *)other, record.other_bytes}};
  int used = 3;
  for (int i = 0; i < count && bytes > 0; i++) {
    size_t part = data[i].iov_len < bytes ? data[i].iov_len : bytes;
    all[used].iov_base = data[i].iov_base;
    all[used++].iov_len = part;
    bytes -= part;
  }
  size_t whole = 0;
  for (int i = 0; i < used; i++) whole += all[i].iov_len;
  if (REAL(writev)(log_file, all, used) != (ssize_t)whole) { fprintf(stderr, "the log of the disk cannot be written\n"); abort(); }
}

static int known(int file) { return file >= 0 && file < FILES_MAX && ids[file] != 0; }

static void learn(int file, const char *path) {
  if (file < 0 || file >= FILES_MAX) return;
  ids[file] = ((uint64_t)getpid() << 32) | ++last_id;
  snprintf(parts[file], sizeof parts[file], "%s", strlen(path) > 63 ? path + strlen(path) - 63 : path);
}

__attribute__((constructor)) static void start(void) {
  const char *below_this = getenv("DISK_ROOT"), *log_path = getenv("DISK_LOG"), *control_path = getenv("DISK_CONTROL");
  if (below_this == NULL || log_path == NULL || control_path == NULL) return;
  snprintf(root, sizeof root, "%s", below_this);
  log_file = REAL(open)(log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  int file = REAL(open)(control_path, O_RDWR | O_CLOEXEC);
  void *shared = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (log_file < 0 || shared == MAP_FAILED) { fprintf(stderr, "the log or the control of the disk cannot be opened\n"); abort(); }
  REAL(close)(file);
  control = shared;
  for (int standard = 1; standard <= 2; standard++) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", standard);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) continue;
    path[length] = 0;
    char absolute[PATH_MAX];
    if (path[0] != '/' || below(AT_FDCWD, path, absolute) == NULL) continue;
    learn(standard, path);
    note(OPEN, ids[standard], 0, path, NULL, NULL, 0, 0);
  }
}

static uint32_t random_below(uint32_t bound) {
  uint32_t next = __atomic_add_fetch(&control->seed, 0x9e3779b9u, __ATOMIC_RELAXED);
  next = (next ^ (next >> 16)) * 0x85ebca6bu;
  next = (next ^ (next >> 13)) * 0xc2b2ae35u;
  return (next ^ (next >> 16)) % bound;
}

/* Whether the call fails; errno says why. */
static int fails(int file, uint32_t error, uint32_t chance) {
  if (error == 0) return 0;
  const char *part = (const char *)control->part;
  if (part[0] != 0 && strstr(parts[file], part) == NULL) return 0;
  if (random_below(1000) >= chance) return 0;
  errno = error;
  return 1;
}
#define WRITE_FAILS(file) fails(file, control->write_error, control->write_chance)
#define READ_FAILS(file) fails(file, control->read_error, control->read_chance)

static int opened(int file, int folder, const char *path, int flags, int was_there) {
  char absolute[PATH_MAX];
  if (file < 0 || below(folder, path, absolute) == NULL) return file;
  learn(file, absolute);
  /* 1: it was made; 2: it was emptied; 4: each write is synced. */
  int how = (was_there ? 0 : 1) | (flags & O_TRUNC ? 2 : 0) | (flags & O_DSYNC ? 4 : 0);
  note(OPEN, ids[file], how, absolute, NULL, NULL, 0, 0);
  return file;
}

static int open_any(int folder, const char *path, int flags, mode_t mode) {
  char absolute[PATH_MAX];
  if (below(folder, path, absolute) == NULL) return REAL(openat)(folder, path, flags, mode);
  if ((flags & (O_CREAT | O_TRUNC)) != 0 && control->write_error != 0 && (control->part[0] == 0 || strstr(absolute, (const char *)control->part)) &&
      random_below(1000) < control->write_chance) {
    /* A full disk still opens what is there. */
    if (access(absolute, F_OK) != 0 || control->write_error != ENOSPC) { errno = control->write_error; return -1; }
  }
  begin();
  int was_there = access(absolute, F_OK) == 0;
  int file = opened(REAL(openat)(folder, path, flags, mode), folder, path, flags, was_there);
  end();
  return file;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { MODE(flags) return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_any(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return open_any(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return open_any(folder, path, flags | O_LARGEFILE, mode); }
int creat(const char *path, mode_t mode) { return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int file) {
  if (file == log_file && log_file >= 0) return 0;
  if (known(file)) { begin(); ids[file] = 0; end(); }
  return REAL(close)(file);
}

/* The runtime closes most files so, past the function. */
long syscall(long number, ...) {
  va_list list;
  long arguments[6];
  va_start(list, number);
  for (int i = 0; i < 6; i++) arguments[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_close && known(arguments[0])) { begin(); ids[arguments[0]] = 0; end(); }
  return REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

static ssize_t written(int file, ssize_t result, int64_t at, const struct iovec *data, int count) {
  if (result > 0 && at >= 0) note(WRITE, ids[file], at, NULL, NULL, data, count, result);
  return result;
}

ssize_t write(int file, const void *data, size_t bytes) {
  if (!known(file)) return REAL(write)(file, data, bytes);
  if (WRITE_FAILS(file)) return -1;
  struct iovec one = {(void *)data, bytes};
  begin();
  ssize_t result = REAL(write)(file, data, bytes);
  written(file, result, result > 0 ? lseek(file, 0, SEEK_CUR) - result : 0, &one, 1);
  end();
  return result;
}
ssize_t writev(int file, const struct iovec *data, int count) {
  if (!known(file)) return REAL(writev)(file, data, count);
  if (WRITE_FAILS(file)) return -1;
  begin();
  ssize_t result = REAL(writev)(file, data, count);
  written(file, result, result > 0 ? lseek(file, 0, SEEK_CUR) - result : 0, data, count);
  end();
  return result;
}
#define PWRITE(name, offset) \
  ssize_t name(int file, const void *data, size_t bytes, offset at) { \
    if (!known(file)) return REAL(name)(file, data, bytes, at); \
    if (WRITE_FAILS(file)) return -1; \
    struct iovec one = {(void *)data, bytes}; \
    begin(); \
    ssize_t result = written(file, REAL(name)(file, data, bytes, at), at, &one, 1); \
    end(); \
    return result; \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
#define PWRITEV(name, offset) \
  ssize_t name(int file, const struct iovec *data, int count, offset at) { \
    if (!known(file)) return REAL(name)(file, data, count, at); \
    if (WRITE_FAILS(file)) return -1; \
    begin(); \
    ssize_t result = written(file, REAL(name)(file, data, count, at), at, data, count); \
    end(); \
    return result; \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

static int truncated(int file, int result, int64_t length) {
  if (result == 0) note(TRUNCATE, ids[file], length, NULL, NULL, NULL, 0, 0);
  return result;
}
#define FTRUNCATE(name, offset) \
  int name(int file, offset length) { \
    if (!known(file)) return REAL(name)(file, length); \
    if (WRITE_FAILS(file)) return -1; \
    begin(); \
    int result = truncated(file, REAL(name)(file, length), length); \
    end(); \
    return result; \
  }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)
#define TRUNCATE_PATH(name, offset) \
  int name(const char *path, offset length) { \
    int file = open(path, O_WRONLY); \
    if (file < 0) return -1; \
    int result = ftruncate64(file, length), kept = errno; \
    close(file); \
    errno = kept; \
    return result; \
  }
TRUNCATE_PATH(truncate, off_t)
TRUNCATE_PATH(truncate64, off64_t)
#define FALLOCATE(name, offset) \
  int name(int file, int mode, offset at, offset length) { \
    if (!known(file)) return REAL(name)(file, mode, at, length); \
    if (mode != 0) { errno = EOPNOTSUPP; return -1; } \
    if (WRITE_FAILS(file)) return -1; \
    begin(); \
    int result = REAL(name)(file, mode, at, length); \
    if (result == 0) note(EXTEND, ids[file], at + length, NULL, NULL, NULL, 0, 0); \
    end(); \
    return result; \
  }
FALLOCATE(fallocate, off_t)
FALLOCATE(fallocate64, off64_t)
#define POSIX_FALLOCATE(name, offset) \
  int name(int file, offset at, offset length) { return fallocate64(file, 0, at, length) == 0 ? 0 : errno; }
POSIX_FALLOCATE(posix_fallocate, off_t)
POSIX_FALLOCATE(posix_fallocate64, off64_t)

/* What was written before it began is on the disk when it has ended. */
static int synced(int file) {
  if (fails(file, control->sync_error, control->sync_chance)) return -1;
  begin();
  uint64_t sync = ((uint64_t)getpid() << 32) | ++last_id, id = ids[file];
  note(SYNC_BEGUN, id, sync, NULL, NULL, NULL, 0, 0);
  end();
  uint32_t micros = control->sync_micros_max;
  if (micros > 0) usleep(random_below(micros));
  begin();
  note(SYNCED, id, sync, NULL, NULL, NULL, 0, 0);
  end();
  return 0;
}
int fsync(int file) { return known(file) ? synced(file) : REAL(fsync)(file); }
int fdatasync(int file) { return known(file) ? synced(file) : REAL(fdatasync)(file); }
int sync_file_range(int file, off64_t at, off64_t bytes, unsigned flags) {
  return known(file) ? 0 : REAL(sync_file_range)(file, at, bytes, flags);
}

#define READING(result, name, parameters, arguments) \
  result name parameters { \
    if (known(file) && READ_FAILS(file)) return -1; \
    return REAL(name) arguments; \
  }
READING(ssize_t, read, (int file, void *data, size_t bytes), (file, data, bytes))
READING(ssize_t, pread, (int file, void *data, size_t bytes, off_t at), (file, data, bytes, at))
READING(ssize_t, pread64, (int file, void *data, size_t bytes, off64_t at), (file, data, bytes, at))
READING(ssize_t, readv, (int file, const struct iovec *data, int count), (file, data, count))
READING(ssize_t, preadv, (int file, const struct iovec *data, int count, off_t at), (file, data, count, at))
READING(ssize_t, preadv64, (int file, const struct iovec *data, int count, off64_t at), (file, data, count, at))

/* Changes of names. */
static int names_fail(const char *path) {
  if (control->write_error == 0 || (control->part[0] != 0 && strstr(path, (const char *)control->part) == NULL)) return 0;
  /* Names can be changed and removed on a full disk. */
  if (control->write_error == ENOSPC || random_below(1000) >= control->write_chance) return 0;
  errno = control->write_error;
  return 1;
}
static int changed(uint32_t kind, int result, const char *path, const char *other) {
  if (result == 0) note(kind, 0, 0, path, other, NULL, 0, 0);
  return result;
}
#define ON_NAME(kind, folder, path, call) \
  char absolute[PATH_MAX]; \
  if (below(folder, path, absolute) == NULL) return call; \
  if (names_fail(absolute)) return -1; \
  begin(); \
  int result = changed(kind, call, absolute, NULL); \
  end(); \
  return result;
#define ON_NAMES(kind, folder, path, other_folder, other, call) \
  char absolute[PATH_MAX], other_absolute[PATH_MAX]; \
  if (below(folder, path, absolute) == NULL || below(other_folder, other, other_absolute) == NULL) return call; \
  if (names_fail(absolute)) return -1; \
  begin(); \
  int result = changed(kind, call, absolute, other_absolute); \
  end(); \
  return result;

int rename(const char *path, const char *other) { ON_NAMES(RENAME, AT_FDCWD, path, AT_FDCWD, other, REAL(rename)(path, other)) }
int renameat(int folder, const char *path, int to, const char *other) { ON_NAMES(RENAME, folder, path, to, other, REAL(renameat)(folder, path, to, other)) }
int renameat2(int folder, const char *path, int to, const char *other, unsigned flags) { ON_NAMES(RENAME, folder, path, to, other, REAL(renameat2)(folder, path, to, other, flags)) }
int link(const char *path, const char *other) { ON_NAMES(LINK, AT_FDCWD, path, AT_FDCWD, other, REAL(link)(path, other)) }
int linkat(int folder, const char *path, int to, const char *other, int flags) { ON_NAMES(LINK, folder, path, to, other, REAL(linkat)(folder, path, to, other, flags)) }
int unlink(const char *path) { ON_NAME(UNLINK, AT_FDCWD, path, REAL(unlink)(path)) }
int unlinkat(int folder, const char *path, int flags) { ON_NAME(flags & AT_REMOVEDIR ? RMDIR : UNLINK, folder, path, REAL(unlinkat)(folder, path, flags)) }
int rmdir(const char *path) { ON_NAME(RMDIR, AT_FDCWD, path, REAL(rmdir)(path)) }
int remove(const char *path) { struct stat found; return lstat(path, &found) == 0 && S_ISDIR(found.st_mode) ? rmdir(path) : unlink(path); }
int mkdir(const char *path, mode_t mode) { ON_NAME(MKDIR, AT_FDCWD, path, REAL(mkdir)(path, mode)) }
int mkdirat(int folder, const char *path, mode_t mode) { ON_NAME(MKDIR, folder, path, REAL(mkdirat)(folder, path, mode)) }
char *mkdtemp(char *template) {
  char *made = REAL(mkdtemp)(template), absolute[PATH_MAX];
  if (made != NULL && below(AT_FDCWD, made, absolute) != NULL) { begin(); note(MKDIR, 0, 0, absolute, NULL, NULL, 0, 0); end(); }
  return made;
}
