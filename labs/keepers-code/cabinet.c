/*
 * A cabinet of Pettibone & Daughter, model 7: three drawers, each with its own code.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* Set when the cabinet is switched on for the first time */
static unsigned serial;

/* No i, l, o or u: customers mixed them up with digits */
static const char wheel[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const unsigned char cam[8] = {9, 14, 3, 16, 1, 11, 6, 13};

/* Every model 7 opens its day drawer with the same code. */
static int fits_day(unsigned code)
{
    code ^= 0x0b5e55ed;
    code += 0x1958;
    code = code << 9 | code >> 23;
    return code == 0x6a11c0de;
}

/* The code that the workshop sells on the telephone, for forty crowns. */
static int fits_night(unsigned code)
{
    unsigned right = serial;

    for (int i = 0; i < 5; i++) {
        right = right << 7 | right >> 25;
        right += 0x7e771b0e;
        right ^= i;
    }
    return code == right;
}

/* Eight letters, each compared with one of the serial number's eight digits. */
static int fits_keeper(const char *word)
{
    int wrong = 0;

    for (int i = 0; i < 8; i++) {
        int digit = serial >> 4 * i & 15;
        if (word[i] != wheel[digit + cam[i]]) wrong++;
    }
    return wrong == 0;
}

/* Opens a drawer and shows its flag. */
static void open_drawer(const char *name)
{
    char path[64], flag[80];
    snprintf(path, sizeof path, "/flag/%s.txt", name);
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, flag, sizeof flag);
    dprintf(1, "The %s drawer opens.\n", name);
    if (length > 0)
        dprintf(1, "%.*s\n", (int)length, flag);
    else
        dprintf(1, "There is a dead moth in it. The real cabinet has a flag here.\n");
    if (file >= 0) close(file);
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

static unsigned number(const char *line)
{
    return strtoul(line, NULL, line[0] == '0' && line[1] == 'x' ? 16 : 10);
}

static void serve(void)
{
    char drawer[16], code[32];

    dprintf(1, "Pettibone & Daughter, model 7. Serial number %08x.\n", serial);
    for (int tries = 0; tries < 12; tries++) {
        int fits = 0;

        dprintf(1, "Which drawer, day, night or keeper? ");
        if (!read_line(drawer, sizeof drawer)) return;
        if (strcmp(drawer, "day") && strcmp(drawer, "night") && strcmp(drawer, "keeper")) {
            dprintf(1, "There is no such drawer.\n");
            continue;
        }
        dprintf(1, "Code? ");
        if (!read_line(code, sizeof code)) return;
        if (drawer[0] == 'd') fits = fits_day(number(code));
        if (drawer[0] == 'n') fits = fits_night(number(code));
        if (drawer[0] == 'k') fits = fits_keeper(code);
        if (fits)
            open_drawer(drawer);
        else
            dprintf(1, "The %s drawer stays shut.\n", drawer);
    }
    dprintf(1, "The cabinet needs a rest.\n");
}

int main(void)
{
    int listening = 0;
    socklen_t size = sizeof listening;

    if (getrandom(&serial, sizeof serial, 0) != sizeof serial) return 1;
    /* Without a socket it is a practice copy, and uses its own input and output */
    if (getsockopt(3, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening) {
        serve();
        return 0;
    }
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN); /* a visitor who has left must not end the program */
    dprintf(1, "ready\n");
    for (;;) {
        int visitor = accept(3, NULL, NULL);
        if (visitor < 0) {
            usleep(10000);
            continue;
        }
        pid_t child = fork();
        if (child == 0) {
            alarm(300);
            dup2(visitor, 0);
            dup2(visitor, 1);
            close(visitor);
            close(3);
            serve();
            return 0;
        }
        if (child < 0) dprintf(visitor, "There are too many visitors at the cabinet.\n");
        close(visitor);
    }
}
