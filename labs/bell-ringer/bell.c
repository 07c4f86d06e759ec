/*
 * The porter of St Brandan's bell tower: prints slips for people who order a bell, and keeps the ringers' book.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST 120 /* characters in a name */

/* Every slip is signed with a secret word, which shows that the porter wrote it. The word is read at the start. */
static char word[80] = "this-is-a-practice-copy";

static void learn_the_word(void)
{
    int file = open("/flag/word.txt", O_RDONLY);

    if (file >= 0) {
        ssize_t length = read(file, word, sizeof word - 1);
        word[length < 0 ? 0 : length] = '\0';
        close(file);
    }
}

/* Returns whether the text contains one of these characters. */
static int has_any(const char *name, const char *characters)
{
    return strpbrk(name, characters) != NULL;
}

static void slip(const char *name)
{
    char command[LONGEST + 200];

    if (has_any(name, "\"\\`()")) {
        dprintf(1, "The printer cannot print this character.\n");
        return;
    }
    snprintf(command, sizeof command,
             "echo \"One bell for %s.\"; printf %%s \"$NIGHT_WORD\" | cksum | sed 's/\\(.....\\).*/Signed \\1/'", name);
    setenv("NIGHT_WORD", word, 1);
    system(command);
    unsetenv("NIGHT_WORD");
}

static void ring(const char *name)
{
    char command[LONGEST + 200];

    /* The dean allows no spaces in the book, and no characters for "and" and "or" */
    if (has_any(name, " ;|&<>`/")) {
        dprintf(1, "The book only takes names of one word, without special characters.\n");
        return;
    }
    /* This command must not read the visitor's input */
    snprintf(command, sizeof command, "exec </dev/null; echo %s rang the small bell. >>book; tail -n 3 book", name);
    system(command);
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

static void serve(void)
{
    char wish[16], name[LONGEST];

    signal(SIGCHLD, SIG_DFL); /* system() waits for the program that it starts */
    dprintf(1, "St Brandan's bell tower, porter's lodge.\n");
    for (int i = 0; i < 50; i++) {
        dprintf(1, "A slip, or ring? ");
        if (!read_line(wish, sizeof wish)) return;
        if (strcmp(wish, "slip") && strcmp(wish, "ring")) {
            dprintf(1, "The porter only knows slip and ring.\n");
            continue;
        }
        dprintf(1, "Your name? ");
        if (!read_line(name, sizeof name)) return;
        if (wish[0] == 's')
            slip(name);
        else
            ring(name);
    }
    dprintf(1, "The porter goes to bed.\n");
}

int main(void)
{
    int listening = 0;
    socklen_t size = sizeof listening;

    if (chdir("/tmp") != 0) return 1;
    learn_the_word();
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
            for (int stream = 0; stream < 3; stream++) dup2(visitor, stream);
            close(visitor);
            close(3);
            serve();
            return 0;
        }
        if (child < 0) dprintf(visitor, "There are too many visitors at the lodge.\n");
        close(visitor);
    }
}
