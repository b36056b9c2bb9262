#include "cluster/cmd/cluster_init.h"

#include "base/sha256.h"
#include "cluster/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PASSWORD_BYTES = 24, PASSWORD_TEXT = 2 * PASSWORD_BYTES + 1 };

// What a role may do: the commands of its scripts (cluster/stream.c, cluster/stream_master.c) and calls, on its keys. Redis
// looks at the commands within scripts too.
typedef struct Role {
    const char *name, *keys, *commands;
} Role;

#define COMMON                                                                                               \
    "+ping +select +eval +evalsha +script|load +time +hget +hmget +hgetall +hexists +hlen +zscore +zrange +xread +xlen +xpending "

static const Role ROLES[] = {
    {"master", "~mustplay:*",
     COMMON
     "+get +getrange +strlen +pttl +type +set +setbit +del +unlink +exists +expire +scan +hset +hsetnx +hdel +hincrby +zadd +zrem +zrangebyscore +zcard "
     "+xadd +xack +xdel +xrange +xrevrange +xtrim +xgroup|create +xgroup|delconsumer +xinfo|consumers"},
    {"worker",
     "~mustplay:*: ~mustplay:*:run ~mustplay:*:jobs ~mustplay:*:jobs:* ~mustplay:*:open ~mustplay:*:answers ~mustplay:*:facts "
     "~mustplay:*:alive ~mustplay:*:workers ~mustplay:*:names ~mustplay:*:machines ~mustplay:*:keys ~mustplay:*:banned "
     "~mustplay:*:net:* ~mustplay:*:claims*",
     COMMON "+get +set +hset +hdel +hincrby +zadd +xadd +xreadgroup +xack +xdel +xgroup|create"},
    {"look", "~mustplay:*", COMMON "+exists +xrange"},
};
enum { ROLE_COUNT = sizeof ROLES / sizeof *ROLES };

typedef struct InitFolder {
    const char *path;
    Text acl;
    Error *error;
} InitFolder;

// A new file that its owner alone may read.
static bool file_write(const InitFolder *folder, const char *name, const Text *text) {
    Text path = {0};
    text_format(&path, "%s/%s", folder->path, name);
    int file = path.failed || text->failed
                   ? -1
                   : open(text_string(&path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = file >= 0 && write(file, text->data, text->length) == (ssize_t)text->length && !fsync(file);
    int code = errno;
    if (file >= 0) close(file);
    text_free(&path);
    return good || error_input(folder->error, "'%.200s/%s' cannot be written: %s", folder->path, name,
                               strerror(code));
}

static bool role_write(InitFolder *folder, const Role *role) {
    uint8_t secret[PASSWORD_BYTES];
    char password[PASSWORD_TEXT], hash[SHA256_TEXT], name[40];
    Text line = {0};
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(password, sizeof password, secret, sizeof secret);
    sha256_text(password, strlen(password), hash);
    text_format(&folder->acl, "user %s on #%s resetkeys %s resetchannels -@all %s\n", role->name, hash,
                role->keys, role->commands);
    text_format(&line, "%s\n", password);
    snprintf(name, sizeof name, "%s.password", role->name);
    bool good = file_write(folder, name, &line);
    text_free(&line);
    return good;
}

static bool configuration_write(const InitFolder *folder, const char *bind, long port, long memory) {
    Text out = {0};
    text_format(&out,
                "# Redis for the machines of mustplay (docs/CLUSTER.md): redis-server %s/redis.conf\n"
                "bind %s\nport %ld\nprotected-mode yes\ndir %s\naclfile %s/users.acl\n"
                "# What was answered survives a restart.\nappendonly yes\nappendfsync everysec\nsave \"\"\n"
                "# Nothing is thrown away: both sides wait until there is room again.\n"
                "maxmemory %ldmb\nmaxmemory-policy noeviction\n"
                "# Bounds for who may write, but should not be trusted with the memory.\n"
                "maxclients 4000\nproto-max-bulk-len 128mb\nclient-query-buffer-limit 256mb\n"
                "client-output-buffer-limit normal 256mb 128mb 60\ntcp-keepalive 60\nlua-time-limit 2000\n",
                folder->path, bind, port, folder->path, folder->path, memory);
    bool good = file_write(folder, "redis.conf", &out);
    text_free(&out);
    return good;
}

static bool init_write(InitFolder *folder, const char *bind, long port, long memory) {
    text_add(&folder->acl, "user default off resetpass resetkeys -@all\n");
    bool good = true;
    for (int i = 0; good && i < ROLE_COUNT; i++) good = role_write(folder, &ROLES[i]);
    good = good && file_write(folder, "users.acl", &folder->acl);
    good = good && configuration_write(folder, bind, port, memory);
    text_free(&folder->acl);
    return good;
}

int cluster_init(const Args *args) {
    Error error = {0};
    Identity identity;
    char shown[FINGERPRINT_TEXT], host[256] = "", whole[4096];
    const char *path = args_word(args, 1),
               *bind = args_given(args, "bind") ? args_text(args, "bind") : "127.0.0.1";
    long port = args_given(args, "port") ? args_int(args, "port") : 6379;
    long memory = args_given(args, "memory") ? args_int(args, "memory") : 2000;
    if (!path) {
        error_input(&error, "cluster init: which folder?");
        return report_error(&error);
    }
    if (strpbrk(bind, "\r\n\"'")) {
        error_input(&error, "--bind '%.60s': expected addresses separated by blanks", bind);
        return report_error(&error);
    }
    InitFolder folder = {.error = &error};
    if (mkdir(path, 0700) && errno != EEXIST)
        error_input(&error, "'%.200s' cannot be made: %s", path, strerror(errno));
    else if (!realpath(path, whole) || strpbrk(whole, " \t\r\n\"'"))
        error_input(&error, "'%.200s': the path of the folder must have no blanks or quotes", path);
    folder.path = whole;
    if (*error.text || !identity_load(args_text(args, "key"), &identity, &error) ||
        !init_write(&folder, bind, port, memory))
        return report_error(&error);
    fingerprint_write(&identity.key, shown);
    identity_forget(&identity);
    gethostname(host, sizeof host - 1);
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:s, s:s, s:i, s:s}", "folder", whole, "bind", bind, "port", (int)port,
                                     "master", shown));
    printf("Redis:    redis-server %s/redis.conf\n"
           "Masters:  mustplay solve ... --redis master@%s:%ld --password-file %s/master.password\n"
           "Workers:  mustplay work --redis worker@%s:%ld --password-file worker.password --master %s\n"
           "          (copy worker.password there; `mustplay cluster admit` says who asks, and admits)\n"
           "The page: mustplay serve --redis look@%s:%ld --password-file %s/look.password\n",
           whole, host, port, whole, host, port, shown, host, port, whole);
    return EXIT_DONE;
}

int cluster_key(const Args *args) {
    Error error = {0};
    Identity identity;
    char key[2 * IDENTITY_PUBLIC + 1], shown[FINGERPRINT_TEXT], host[256] = "";
    if (!identity_load(args_text(args, "key"), &identity, &error)) return report_error(&error);
    public_key_write(&identity.key, key);
    fingerprint_write(&identity.key, shown);
    identity_forget(&identity);
    gethostname(host, sizeof host - 1);
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:s, s:s, s:s}", "key", key, "fingerprint", shown, "host", host));
    printf("%s %s\n", key, *host ? host : "-");
    fprintf(stderr, "fingerprint: %s\n", shown);
    return EXIT_DONE;
}

// --- admit
typedef struct Asking {
    const char *wanted; // a fingerprint; NULL: whoever asks is listed
    const char *file;   // of admitted keys, or NULL
    KeyList known;
    json_t *list;
    bool found;
    Error *error;
} Asking;

static void asking_visit(void *context, const char *worker, const char *text, const char *info,
                         double silent) {
    Asking *asking = context;
    PublicKey key;
    char shown[FINGERPRINT_TEXT];
    (void)silent;
    if (!member_key_read(text, stream_self_number(worker), &key)) return;
    if (asking->wanted && !fingerprint_is(asking->wanted, &key)) return;
    json_t *said = json_loads(info, 0, NULL);
    const char *name = json_string_value(json_object_get(said, "name")),
               *host = json_string_value(json_object_get(said, "host"));
    fingerprint_write(&key, shown);
    bool known = !asking->known.open && key_list_has(&asking->known, &key);
    if (asking->wanted && !asking->found)
        known = asking->found = key_list_add(asking->file, &key, host ? host : "-", asking->error);
    json_array_append_new(asking->list,
                          json_pack("{s:s, s:s, s:s, s:b}", "fingerprint", shown, "name", name ? name : "",
                                    "host", host ? host : "", "admitted", known));
    json_decref(said);
}

static bool file_admit(const char *path, const char *into, int *count, Error *error) {
    KeyList keys;
    if (!key_list_read(path, &keys, error)) return false;
    bool good = true;
    for (int i = 0; good && i < keys.count; i++) good = key_list_add(into, &keys.key[i], "-", error);
    *count += keys.count;
    key_list_free(&keys);
    return good;
}

static bool word_admit(Asking *asking, Stream *stream, const char *word, int *count) {
    if (!access(word, F_OK)) return file_admit(word, asking->file, count, asking->error);
    if (!fingerprint_check(word, asking->error)) return false;
    asking->wanted = word;
    asking->found = false;
    if (stream_workers(stream, asking_visit, asking, asking->error) != STREAM_DONE || *asking->error->text)
        return false;
    *count += asking->found;
    return asking->found || error_input(asking->error, "no worker of this run has the key %.60s", word);
}

static int admit_report(const Args *args, const Asking *asking, int count) {
    size_t index;
    json_t *one;
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:i, s:O}", "added", count, "workers", asking->list));
    json_array_foreach(asking->list, index, one) printf(
        "%s  %s  %s on %s\n", json_string_value(json_object_get(one, "fingerprint")),
        json_is_true(json_object_get(one, "admitted")) ? "admitted" : "asks    ",
        json_string_value(json_object_get(one, "name")), json_string_value(json_object_get(one, "host")));
    if (count) printf("%d key%s admitted\n", count, plural(count));
    return EXIT_DONE;
}

int cluster_admit(const Args *args, Stream *stream) {
    Error error = {0};
    Asking asking = {.file = args_text(args, "admitted"), .list = json_array(), .error = &error};
    int count = 0;
    bool there = !asking.file || !access(asking.file, F_OK);
    bool good = !there || key_list_read(asking.file, &asking.known, &error);
    for (int i = 1; good && i < args_count(args); i++)
        good = word_admit(&asking, stream, args_word(args, i), &count);
    if (good && args_count(args) == 1)
        good = stream_workers(stream, asking_visit, &asking, &error) == STREAM_DONE || *error.text ||
               error_failure(&error, "Redis did not answer");
    int code = good && !*error.text ? admit_report(args, &asking, count) : report_error(&error);
    key_list_free(&asking.known);
    json_decref(asking.list);
    return code;
}
