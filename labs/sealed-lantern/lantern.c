/*
 * A signal lantern of the Port Ostrel yard. It shows its note for the right password. The lantern at
 * the pier, which is the same program, asks others whether they belong to it.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#define LETTERS 12
#define ROUNDS 24

/* Data that is written into the binary when a lantern is sealed: see material.ts. A new binary has only the yard's mark. */
static struct {
    char mark[16];
    unsigned key;
    unsigned char first, step;
    unsigned char teeth[LETTERS];
    unsigned char length, note[80];
} seal = {.mark = "PORT OSTREL YARD"};

static int fits(const char *word)
{
    unsigned char turn = seal.first;

    if (strlen(word) != LETTERS) return 0;
    for (int i = 0; i < LETTERS; i++) {
        unsigned char tooth = word[i] ^ turn;
        tooth = tooth << 3 | tooth >> 5;
        tooth += i;
        if (tooth != seal.teeth[i]) return 0;
        turn = turn * seal.step + 17;
    }
    return 1;
}

/* The note is encrypted with 64 bits from the word: too many to try, even with the known start of a note. */
static void read_note(const char *word)
{
    unsigned long ink = 0xcbf29ce484222325;

    for (int i = 0; i < LETTERS; i++) ink = (ink ^ word[i]) * 0x100000001b3;
    for (int i = 0; i < seal.length; i++) {
        unsigned long stroke = ink += 0x9e3779b97f4a7c15;
        stroke = (stroke ^ stroke >> 30) * 0xbf58476d1ce4e5b9;
        stroke = (stroke ^ stroke >> 27) * 0x94d049bb133111eb;
        putchar(seal.note[i] ^ stroke >> 56);
    }
    putchar('\n');
}

static unsigned answer_to(unsigned signal)
{
    unsigned light = signal ^ seal.key;

    for (int i = 0; i < 6; i++) {
        light = light << 11 | light >> 21;
        light += seal.key;
        light *= 0x01000193;
        light ^= light >> 15;
    }
    return light;
}

/* The pier's own seal is derived from what only the pier keeps, so each fleet has another one. */
static void seal_the_pier(void)
{
    char flag[80];
    int file = open("/flag/pier.txt", O_RDONLY);
    ssize_t length = file < 0 ? 0 : read(file, flag, sizeof flag);

    seal.key = 0x811c9dc5;
    for (ssize_t i = 0; i < length; i++) seal.key = (seal.key ^ flag[i]) * 0x01000193;
    seal.key ^= seal.key >> 16;
    seal.key *= 0x85ebca6b;
    seal.key ^= seal.key >> 13;
    if (file >= 0) close(file);
}

static void show_flag(void)
{
    char flag[80];
    int file = open("/flag/pier.txt", O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, flag, sizeof flag);

    if (length > 0)
        dprintf(1, "%.*s\n", (int)length, flag);
    else
        dprintf(1, "The pier would show a flag here.\n");
}

/* Reads a line without its end. Truncates a line that is too long. Returns 0 at the end of the input. */
static int read_line(char *line, int room)
{
    int length = 0;
    ssize_t got;
    char c;

    memset(line, 0, room);
    while ((got = read(0, &c, 1)) == 1 && c != '\n')
        if (length < room - 1) line[length++] = c;
    return got == 1 || length > 0;
}

static void ask(void)
{
    char line[32];
    unsigned signal;

    dprintf(1, "Who is there? Answer by lantern.\n");
    for (int i = 0; i < ROUNDS; i++) {
        if (getrandom(&signal, sizeof signal, 0) != sizeof signal) return;
        dprintf(1, "%08x? ", signal);
        if (!read_line(line, sizeof line)) return;
        if (strtoul(line, NULL, 16) != answer_to(signal)) {
            dprintf(1, "That is not one of our lanterns.\n");
            return;
        }
    }
    dprintf(1, "Come alongside.\n");
    show_flag();
}

int main(int argc, char **argv)
{
    int listening = 0;
    socklen_t size = sizeof listening;

    if (getsockopt(3, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening) {
        if (argc < 2)
            ask();
        else if (fits(argv[1]))
            read_note(argv[1]);
        else
            puts("It stays dark.");
        return 0;
    }
    seal_the_pier();
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN); /* a boat that has left must not end the program */
    dprintf(1, "ready\n");
    for (;;) {
        int boat = accept(3, NULL, NULL);
        if (boat < 0) {
            usleep(10000);
            continue;
        }
        pid_t child = fork();
        if (child == 0) {
            /* Too short to compute the answer by hand */
            alarm(10);
            dup2(boat, 0);
            dup2(boat, 1);
            close(boat);
            close(3);
            ask();
            return 0;
        }
        if (child < 0) dprintf(boat, "There are too many boats at the pier.\n");
        close(boat);
    }
}
