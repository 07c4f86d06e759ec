/*
 * The gangway of the night ferry. Passengers send the length of their name, and then their name.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ROOM 40        /* characters in a name */
#define LONGEST 400    /* characters that the speaking tube carries */
#define SEAL 0x5ea1d0c5 /* the number on the lead seal of the hold */

static const char notice[] = "Mind the threshold";

/* Prints the flag of a place. Only the captain's cabin opens without the number of the seal. */
void fetch(const char *place, unsigned seal)
{
    char path[64], flag[80];

    if (strcmp(place, "cabin") != 0 && seal != SEAL) {
        dprintf(1, "This place is under seal.\n");
        return;
    }
    snprintf(path, sizeof path, "/flag/%.40s.txt", place);
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, flag, sizeof flag);
    if (length > 0)
        dprintf(1, "%.*s\n", (int)length, flag);
    else if (access("/flag", F_OK) == 0)
        dprintf(1, "There is no such place on this ship.\n");
    else
        dprintf(1, "The real ferry has a flag here. This is a practice copy.\n");
}

/* The captain boards on another plank. */
void captain(void)
{
    dprintf(1, "Captain on deck. Your cabin has been aired.\n");
    fetch("cabin", 0);
    exit(0);
}

/* The scale in the gangway. Its manufacturer wanted the two sums in these registers, for an unknown reason. */
static long weigh(const char *name, int length)
{
    register long port __asm__("r14") = 0, starboard __asm__("r15") = 0;

    for (int i = 0; i < length; i++) {
        if (name[i] & 1)
            port += 1;
        else
            starboard += 1;
    }
    return port - starboard;
}

/* Returns whether a name of this length fits. */
static int fits(char length, int room)
{
    return length <= room;
}

/* Reads this many bytes, or fewer if no more come. */
static int read_all(char *to, int length)
{
    int done = 0;
    ssize_t got = 1;

    while (done < length && (got = read(0, to + done, length - done)) > 0) done += got;
    return done;
}

static int read_number(void)
{
    char line[16] = "", c;
    int length = 0;

    while (read(0, &c, 1) == 1 && c != '\n')
        if (length < (int)sizeof line - 1) line[length++] = c;
    return atoi(line);
}

static void board(void)
{
    char name[ROOM];

    dprintf(1, "How many letters does your name have? ");
    int length = read_number();
    if (length < 1 || length > LONGEST) {
        dprintf(1, "The tube gurgles.\n");
        return;
    }
    if (!fits(length, ROOM)) {
        dprintf(1, "The plank is too narrow for such a name.\n");
        return;
    }
    dprintf(1, "Your name? ");
    length = read_all(name, length);
    dprintf(1, "%.*s, you lean %ld to port.\n", length < ROOM ? length : ROOM, name, weigh(name, length));
}

static void serve(void)
{
    dprintf(1, "Night ferry to Varde. %s.\n", notice);
    board();
    dprintf(1, "The watch looks past you. Next.\n");
}

/* A child serves each connection, so that a crash ends only its own. */
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
    signal(SIGPIPE, SIG_IGN); /* a passenger who has left must not end the program */
    dprintf(1, "ready\n");
    for (;;) {
        int passenger = accept(3, NULL, NULL);
        if (passenger < 0) {
            usleep(10000);
            continue;
        }
        pid_t child = fork();
        if (child == 0) {
            alarm(120);
            dup2(passenger, 0);
            dup2(passenger, 1);
            close(passenger);
            close(3);
            serve();
            return 0;
        }
        if (child < 0) dprintf(passenger, "There are too many passengers on the plank.\n");
        close(passenger);
    }
}
