// mustplay serve: the page in the browser.
#include "app/web/check.h"
#include "app/web/door.h"
#include "app/web/server.h"
#include "cli/commands.h"
#include "cli/memory_args.h"
#include "cli/redis_hooks.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PORT = 8765, CLIENTS_MAX = 128, MEMORY_MIN = 128 };
static const uint64_t MEGABYTE = 1 << 20;

// A signal handler can reach nothing else.
static WebServer *volatile running;

static void signal_stop(int number) {
    (void)number;
    if (running) web_server_stop(running);
}

static void signals_catch(WebServer *server) {
    struct sigaction action = {.sa_handler = signal_stop, .sa_flags = (int)SA_RESETHAND};
    running = server;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// Two gigabytes, or a quarter of what the machine has.
static uint64_t memory_default(void) {
    uint64_t machine = machine_memory(), quarter = machine ? machine / 4 : 512 * MEGABYTE;
    uint64_t most = 2048 * MEGABYTE, least = MEMORY_MIN * MEGABYTE;
    return quarter > most ? most : quarter < least ? least : quarter;
}

static WebServerOptions options_read(const Args *args) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = cores < 1 ? 1 : cores > 16 ? 16 : (int)cores;
    return (WebServerOptions){
        .catalog = args_catalog(args),
        .host = args_text(args, "host"),
        .port = args_given(args, "port")   ? (int)args_int(args, "port")
                : args_flag(args, "check") ? 0
                                           : PORT,
        .port_may_move = !args_given(args, "port"),
        .allow = args_text(args, "allow"),
        .origin = args_text(args, "origin"),
        .net = args_given(args, "net") ? args_text(args, "net") : NULL,
        .threads = args_given(args, "threads") ? (int)args_int(args, "threads") : threads,
        .clients_max = args_given(args, "clients") ? (int)args_int(args, "clients") : CLIENTS_MAX,
        .playhex = args_flag(args, "playhex"),
    };
}

// The address, which with a token is the link that lets in.
static void address_write(const WebServerOptions *options, int port, Text *out) {
    bool any = !strcmp(options->host, "0.0.0.0") || !strcmp(options->host, "::");
    const char *shown = any ? "localhost" : options->host;
    text_format(out, strchr(shown, ':') ? "http://[%s]:%d/" : "http://%s:%d/", shown, port);
    if (options->token) text_format(out, "?token=%s", options->token);
}

// Asks the desktop to show the address in a browser. The server runs whether it can or not.
static void address_open(char *address) {
    char opener[] = "xdg-open", *words[] = {opener, address, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int problem = posix_spawn_file_actions_init(&files);
    if (!problem) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, STDERR_FILENO,
                                         STDOUT_FILENO); // stdout holds our answer only
        problem = posix_spawnp(&child, *words, &files, NULL, words, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    if (problem)
        fprintf(stderr, "mustplay: serve: --open: xdg-open: %s; open the address in a browser yourself\n",
                strerror(problem));
}

// What it means to be reached by others.
static void exposure_tell(const WebServerOptions *options, int port) {
    fprintf(
        stderr,
        "mustplay: serve: other machines can reach port %d: %s, and nothing is encrypted (docs/WEB.md shows a proxy)\n",
        port,
        options->token
            ? "whoever has the link can use this machine's processors and memory"
            : "anyone there can use this machine's processors and memory, since there is no --token-file");
}

static int server_run(const Args *args, const WebServerOptions *options) {
    Error error = {0};
    WebServer *server = web_server_new(options, &error);
    if (!server) return report_error(&error);
    if (!args_flag(args, "check")) signals_catch(server); // before anyone knows the address
    Text address = {0};
    address_write(options, web_server_port(server), &address);
    printf("%s\n", text_string(&address));
    fflush(stdout);
    if (args_flag(args, "open") && !args_flag(args, "check")) address_open(address.data);
    text_free(&address);
    if (web_server_everywhere(server)) exposure_tell(options, web_server_port(server));
    bool good = true;
    if (args_flag(args, "check")) {
        good = web_check(server, options->host, options->token, &error);
    } else {
        if (isatty(STDOUT_FILENO)) fprintf(stderr, "Open this address in a browser. Ctrl-C ends.\n");
        web_server_run(server);
        running = NULL;
    }
    web_server_free(server);
    if (!good) return report_error(&error);
    if (args_flag(args, "check")) fprintf(stderr, "The page answers.\n");
    return EXIT_DONE;
}

static int serve_run(const Args *args) {
    Error error = {0};
    WebServerOptions options = options_read(args);
    char token[WEB_TOKEN_MAX + 1];
    if (args_given(args, "token-file")) {
        if (!web_token_read(args_text(args, "token-file"), token, &error)) return report_error(&error);
        options.token = token;
    }
    if (options.origin && !web_origin_valid(options.origin)) {
        error_input(&error, "--origin '%.80s': expected an origin such as https://hex.example",
                    options.origin);
        return report_error(&error);
    }
    if (!args_memory(args, MEMORY_MIN * MEGABYTE, &options.memory, &error)) return report_error(&error);
    if (!options.memory) options.memory = memory_default();
    const RedisHooks *redis = args_redis_hooks(args);
    if (!redis) return server_run(args, &options);
    WebCluster cluster = {redis->look_open(args, &error), redis->look};
    if (!cluster.context) return report_error(&error);
    options.cluster = &cluster;
    int code = server_run(args, &options);
    redis->look_close(cluster.context);
    return code;
}

static const OptionSpec OWN[] = {
    {"host", OPTION_TEXT, "127.0.0.1", 0, 0, NULL, "ADDRESS",
     "The address to listen on; 0.0.0.0 is every address of this machine."},
    {"port", OPTION_INT, NULL, 0, 65535, NULL, "P", "The port to listen on; 0 picks a free one."},
    {"allow", OPTION_TEXT, NULL, 0, 0, NULL, "NAME", "Answer to this host name too."},
    {"origin", OPTION_TEXT, NULL, 0, 0, NULL, "ORIGIN",
     "Let in pages of this origin too, as https://hex.example; behind a proxy the one that browsers see."},
    {"token-file", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Let in only who has the token in FILE, one line of 16 to 128 letters, digits, - and _."},
    {"open", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Open the page in the browser, by xdg-open."},
    {"playhex", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Answer PlayHex's interface to its engines as well."},
    {"clients", OPTION_INT, NULL, 1, 10000, NULL, "N", "The most clients at a time. Without it 128."},
    {"check", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Check that the page answers, then exit."},
    {0},
};

static const char *const EXAMPLES[] = {
    "mustplay serve",
    "Serves the page at http://127.0.0.1 and a port that is free.",
    "mustplay serve --open",
    "The same, and shows it in the browser.",
    "mustplay serve --port 8080 --threads 4",
    "The same at port 8080, with four threads.",
    NULL,
};

const Command COMMAND_SERVE = {
    .name = "serve",
    .group = "Play",
    .summary = "The page: play, analyse, solve and review in the browser.",
    .arguments = "",
    .own = OWN,
    .options = "threads memory net",
    .examples = EXAMPLES,
    .detail =
        "Starts a server for the page and prints its address on the first line of stdout. --open has xdg-open show the "
        "page once it can be reached. --check starts the server, looks whether the page answers, and ends. --port 0 "
        "picks a free port; without --port it is 8765, or a free one if that is taken.\n\n"
        "Who may connect: the server listens on 127.0.0.1 unless --host gives another address. The Host of a request "
        "must be that address, localhost, or a name given by --allow or --origin. Its Origin must be that very host, or "
        "the one of --origin. With --token-file the address is a link with the token: opening it sets a cookie, and "
        "nobody else is let in. Programs send the token as `Authorization: Bearer`.\n\n"
        "For other machines put a proxy with TLS in front (examples/nginx.conf), because nothing is encrypted, and name "
        "its origin by --origin. One address may have a quarter of --clients connections; behind such a proxy that is "
        "the last address of X-Forwarded-For.\n\n"
        "--memory bounds what the process takes in all, at least 128 (default: a quarter of the machine's, at most "
        "2048). Near the bound, everything kept for later is freed first; then the longest search ends with what it has "
        "found.\n\n"
        "--playhex answers PlayHex's interface to its engines as well (docs/PROGRAMS.md). docs/WEB.md describes the "
        "protocol.",
    .run = serve_run,
};
