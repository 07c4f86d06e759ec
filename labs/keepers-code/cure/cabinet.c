/*
 * A cabinet of Pettibone & Daughter, model 7: three drawers, each with a code of its own.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* Stamped into the door when the cabinet is switched on for the first time. It says which cabinet this is, and no more. */
static unsigned serial;

static const char *const drawers[] = {"day", "night", "keeper"};

/* A code of its own for each drawer, sixteen letters and digits, made when the cabinet is switched on */
static char codes[3][17];

static int make_codes(void)
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char random[3][16];

    if (getrandom(random, sizeof random, 0) != sizeof random) return 0;
    for (int drawer = 0; drawer < 3; drawer++)
        for (int i = 0; i < 16; i++) codes[drawer][i] = letters[random[drawer][i] % 32];
    return 1;
}

static int fits(int drawer, const char *code)
{
    return strcmp(code, codes[drawer]) == 0;
}

/* Opens a drawer and shows the flag that lies in it. */
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

/* Reads a line without its end, and of a longer one as much as there is room for. Answers 0 when nothing comes any more. */
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

static void serve(void)
{
    char drawer[16], code[32];

    dprintf(1, "Pettibone & Daughter, model 7. Serial number %08x.\n", serial);
    for (int tries = 0; tries < 12; tries++) {
        int which = 0;

        dprintf(1, "Which drawer, day, night or keeper? ");
        if (!read_line(drawer, sizeof drawer)) return;
        while (which < 3 && strcmp(drawer, drawers[which])) which++;
        if (which == 3) {
            dprintf(1, "There is no such drawer.\n");
            continue;
        }
        dprintf(1, "Code? ");
        if (!read_line(code, sizeof code)) return;
        if (fits(which, code))
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

    if (getrandom(&serial, sizeof serial, 0) != sizeof serial || !make_codes()) return 1;
    /* Without a wire it is a practice copy, and talks to whoever started it */
    if (getsockopt(3, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening) {
        serve();
        return 0;
    }
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN); /* a visitor who has left is no reason to end */
    dprintf(1, "ready\n");
    /* Descriptor 1 is the owner's printer here, and no visitor reads it */
    for (int i = 0; i < 3; i++) dprintf(1, "%s: %s\n", drawers[i], codes[i]);
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
        if (child < 0) dprintf(visitor, "Too many visitors at the cabinet.\n");
        close(visitor);
    }
}
