// Asks a server for many answers over many connections, and says how long they took.
//
//   http_load PORT CONNECTIONS RATE SECONDS SLOW <ADDRESSES
//
// Sends RATE requests a second (0: as many as are answered) over CONNECTIONS connections to
// 127.0.0.1, for the addresses ("/api/v1/...", one per line) in turn, while SLOW other clients send
// a byte of a request that has no end every 100 ms. The time of a request counts from the moment
// when it was due, also if no connection was free. Prints one JSON object; times are in
// milliseconds.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 1024, SECONDS_MAX = 100000, RATE_MAX = 1000000, ANSWER_BYTES = 65536 };
#define SLOW_SECONDS  0.1
#define DRAIN_SECONDS 5.0 // time for answers that are missing at the end

struct connection {
    int socket;
    bool busy;
    double due;
    size_t length;
    char bytes[ANSWER_BYTES];
};

struct slow {
    int socket;
    double next;
};

struct load_state {
    struct sockaddr_in address;
    char **targets;
    size_t target_count, target_next;
    struct connection *connections;
    unsigned connection_count;
    struct slow *slow;
    unsigned slow_count;
    int poller;
    float *times; // milliseconds
    size_t time_count, time_room;
    size_t sent, failures, refusals, slow_ended;
};

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static _Noreturn void die(const char *what)
{
    perror(what);
    exit(1);
}

static int open_socket(const struct load_state *load)
{
    const int one = 1;
    const int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0 ||
        connect(made, (const struct sockaddr *)&load->address, sizeof load->address) != 0) {
        die("http_load: cannot connect");
    }
    (void)setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return made;
}

static void open_connection(struct load_state *load, unsigned index)
{
    struct connection *connection = &load->connections[index];
    connection->socket = open_socket(load);
    connection->busy = false;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    if (epoll_ctl(load->poller, EPOLL_CTL_ADD, connection->socket, &event) != 0) {
        die("http_load: epoll");
    }
}

static void ask(struct load_state *load, struct connection *connection, double due)
{
    char request[8192];
    const int length = snprintf(request, sizeof request,
                                "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
                                "User-Agent: http_load\r\n\r\n",
                                load->targets[load->target_next]);
    load->target_next = (load->target_next + 1) % load->target_count;
    connection->busy = true;
    connection->due = due;
    connection->length = 0;
    load->sent++;
    if (send(connection->socket, request, (size_t)length, MSG_NOSIGNAL) != length) {
        load->failures++;
    }
}

static void note_time(struct load_state *load, double seconds)
{
    if (load->time_count == load->time_room) {
        load->time_room = load->time_room == 0 ? 1 << 16 : load->time_room * 2;
        load->times = realloc(load->times, load->time_room * sizeof *load->times);
        if (load->times == NULL) {
            die("http_load: times");
        }
    }
    load->times[load->time_count++] = (float)(seconds * 1000);
}

// Whether the whole answer has come.
static bool is_complete(const struct connection *connection)
{
    const char *end = strstr(connection->bytes, "\r\n\r\n");
    const char *length = strstr(connection->bytes, "Content-Length: ");
    if (end == NULL || length == NULL || length > end) {
        return false;
    }
    return connection->length >=
           (size_t)(end + 4 - connection->bytes) + strtoul(length + 16, NULL, 10);
}

static void receive(struct load_state *load, unsigned index)
{
    struct connection *connection = &load->connections[index];
    const ssize_t got = recv(connection->socket, connection->bytes + connection->length,
                             sizeof connection->bytes - connection->length - 1, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (got <= 0) {
        load->failures += connection->busy ? 1 : 0;
        (void)close(connection->socket);
        open_connection(load, index);
        return;
    }
    connection->length += (size_t)got;
    connection->bytes[connection->length] = '\0';
    if (connection->busy && is_complete(connection)) {
        connection->busy = false;
        note_time(load, now() - connection->due);
        load->refusals += strncmp(connection->bytes, "HTTP/1.1 200 ", 13) != 0 ? 1 : 0;
    }
}

static void trickle(struct load_state *load, double time)
{
    static const char beginning[] = "GET / HTTP/1.1\r\nX: ";
    for (unsigned i = 0; i < load->slow_count; i++) {
        struct slow *slow = &load->slow[i];
        char rest[512];
        if (slow->next > time) {
            continue;
        }
        if (slow->socket >= 0 && recv(slow->socket, rest, sizeof rest, MSG_DONTWAIT) == 0) {
            (void)close(slow->socket);
            slow->socket = -1;
            load->slow_ended++;
        }
        if (slow->socket < 0) {
            slow->socket = open_socket(load);
            (void)send(slow->socket, beginning, sizeof beginning - 1, MSG_NOSIGNAL);
        } else {
            (void)send(slow->socket, "y", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
        slow->next = time + SLOW_SECONDS;
    }
}

static bool any_busy(const struct load_state *load)
{
    for (unsigned i = 0; i < load->connection_count; i++) {
        if (load->connections[i].busy) {
            return true;
        }
    }
    return false;
}

// Gives the requests that are due to free connections.
static void send_due(struct load_state *load, double began, double rate, double time, double end)
{
    for (unsigned i = 0; i < load->connection_count; i++) {
        struct connection *connection = &load->connections[i];
        const double due = rate > 0 ? began + (double)load->sent / rate : time;
        if (due > time || due > end) {
            return;
        }
        if (!connection->busy) {
            ask(load, connection, due);
        }
    }
}

static double run(struct load_state *load, double rate, double seconds)
{
    const double began = now();
    const double end = began + seconds;
    double time = began;
    while (time < end || (any_busy(load) && time < end + DRAIN_SECONDS)) {
        struct epoll_event events[64];
        if (time < end) {
            send_due(load, began, rate, time, end);
        }
        trickle(load, time);
        const int count = epoll_wait(load->poller, events, 64, 1);
        for (int i = 0; i < count; i++) {
            receive(load, events[i].data.u32);
        }
        time = now();
    }
    for (unsigned i = 0; i < load->connection_count; i++) {
        load->failures += load->connections[i].busy ? 1 : 0;
    }
    return time < end ? time - began : seconds;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

static double quantile(const struct load_state *load, double share)
{
    if (load->time_count == 0) {
        return 0;
    }
    const size_t at = (size_t)((double)load->time_count * share);
    return (double)load->times[at < load->time_count ? at : load->time_count - 1];
}

static void read_targets(struct load_state *load)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        load->targets = realloc(load->targets, (load->target_count + 1) * sizeof *load->targets);
        if (load->targets == NULL || length > 4000) {
            die("http_load: addresses");
        }
        load->targets[load->target_count++] = line;
        line = NULL;
        capacity = 0;
    }
    free(line);
}

static unsigned number(const char *text, unsigned maximum)
{
    char *end = NULL;
    const unsigned long value = strtoul(text, &end, 10);
    if (end == text || *end != '\0' || value > maximum) {
        (void)fprintf(stderr, "http_load: %s is not a number up to %u\n", text, maximum);
        exit(2);
    }
    return (unsigned)value;
}

int main(int argc, char **argv)
{
    static struct load_state load;
    if (argc != 6) {
        (void)fprintf(stderr, "usage: http_load PORT CONNECTIONS RATE SECONDS SLOW <ADDRESSES\n");
        return 2;
    }
    load.address.sin_family = AF_INET;
    load.address.sin_port = htons((uint16_t)number(argv[1], 65535));
    load.address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    load.connection_count = number(argv[2], CONNECTIONS_MAX);
    const double rate = number(argv[3], RATE_MAX);
    const double seconds = number(argv[4], SECONDS_MAX);
    load.slow_count = number(argv[5], CONNECTIONS_MAX);
    read_targets(&load);
    load.connections = calloc(load.connection_count + 1, sizeof *load.connections);
    load.slow = calloc(load.slow_count + 1, sizeof *load.slow);
    load.poller = epoll_create1(0);
    if (load.target_count == 0 || load.connections == NULL || load.slow == NULL ||
        load.poller < 0) {
        die("http_load: cannot begin");
    }
    for (unsigned i = 0; i < load.slow_count; i++) {
        load.slow[i].socket = -1;
    }
    trickle(&load, now());
    for (unsigned i = 0; i < load.connection_count; i++) {
        open_connection(&load, i);
    }
    const double took = run(&load, rate, seconds);
    if (load.time_count > 0) {
        qsort(load.times, load.time_count, sizeof *load.times, compare);
    }
    printf("{\"answers\":%zu,\"failures\":%zu,\"refusals\":%zu,\"rate\":%.0f,\"p50\":%.3f,"
           "\"p90\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.3f,\"slow_ended\":%zu}\n",
           load.time_count, load.failures, load.refusals, (double)load.time_count / took,
           quantile(&load, 0.5), quantile(&load, 0.9), quantile(&load, 0.99),
           quantile(&load, 0.999), quantile(&load, 1), load.slow_ended);
    return load.failures > 0 ? 1 : 0;
}
