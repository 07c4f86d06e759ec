/*
 * The light of Port Ostrel. Orders arrive on a socket: a lamp, a name, a word for the log.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define LONGEST 256 /* bytes that are read at a time */
#define HARBOUR_MASTER 7

struct order {
    char name[48];
    unsigned rank; /* 0 for keepers. This connection never makes a keeper the harbour master. */
};

static const char *const lamps[] = {"red", "green", "white", "amber"};

/* The open drawer of the desk */
static const char *drawer = "none";

/* Prints the flag of this name. */
static void show(const char *name)
{
    char path[64], flag[80];
    snprintf(path, sizeof path, "/flag/%s.txt", name);
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, flag, sizeof flag);
    if (length > 0)
        dprintf(1, "%.*s\n", (int)length, flag);
    else if (access("/flag", F_OK) == 0)
        dprintf(1, "This drawer is empty.\n");
    else
        dprintf(1, "The real light shows a flag here. This is a practice copy.\n");
}

/* For the great drill of 1958. The program no longer calls it. */
void light_all(void)
{
    dprintf(1, "Every lamp burns. Three harbours call to ask why.\n");
    show("all-lamps");
    exit(0);
}

/* The horn takes its orders from the open drawer. The program does not call this either; the neighbours complained. */
void sound_horn(void)
{
    dprintf(1, "The horn sounds. Every gull on the roof leaves at once.\n");
    show(drawer);
    exit(0);
}

/* Reads a line without its end. Truncates a line that is too long. */
static void read_line(char *line, int room)
{
    int length = 0;
    char c;
    while (read(0, &c, 1) == 1 && c != '\n')
        if (length < room - 1)
            line[length++] = c;
    line[length] = '\0';
}

static void take_order(int lamp)
{
    struct order order = {"", 0};

    dprintf(1, "Who gives the order? ");
    read_line(order.name, LONGEST);
    dprintf(1, "Lamp %d, %s, burns for %s, rank %#x.\n", lamp, lamps[lamp - 1], order.name, order.rank);
    if (order.rank == HARBOUR_MASTER) {
        dprintf(1, "Good evening, harbour master!\n");
        show("neighbour");
    }
}

/* The drawer is open while a keeper writes. After the incident with the ink, this function has a canary. */
__attribute__((stack_protect)) static void write_log(void)
{
    char note[64];

    dprintf(1, "A word for the log? ");
    ssize_t length = read(0, note, LONGEST);
    dprintf(1, "Noted, %zd bytes.\n", length);
}

static void serve(void)
{
    char line[16];

    dprintf(1, "Port Ostrel Light. Which lamp, 1 to 4? ");
    read_line(line, sizeof line);
    int lamp = atoi(line);
    if (lamp < 1 || lamp > 4) {
        dprintf(1, "There is no such lamp. Good night.\n");
        return;
    }
    take_order(lamp);
    drawer = "horn"; /* the log is beside the orders of the horn */
    write_log();
    drawer = "none";
    dprintf(1, "Good night.\n");
}

/* A child serves each connection, so that a bad order ends only its own. */
int main(void)
{
    int listening = 0;
    socklen_t size = sizeof listening;

    /* Without a socket it is a practice copy, and uses its own input and output */
    if (getsockopt(3, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening) {
        serve();
        return 0;
    }
    signal(SIGCHLD, SIG_IGN);
    dprintf(1, "ready\n");
    for (;;) {
        int keeper = accept(3, NULL, NULL);
        if (keeper < 0) {
            usleep(10000);
            continue;
        }
        pid_t child = fork();
        if (child == 0) {
            alarm(120);
            dup2(keeper, 0);
            dup2(keeper, 1);
            close(keeper);
            close(3);
            serve();
            return 0;
        }
        if (child < 0)
            dprintf(keeper, "There are too many keepers on the wire.\n");
        close(keeper);
    }
}
