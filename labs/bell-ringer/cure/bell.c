/*
 * The porter of St Brandan's bell tower: prints slips for those who order a bell, and keeps the ringers' book.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST 120 /* letters in a name; foundlings were given long ones */

/* Every slip is signed, so that the ringers know it for the porter's. The word that it is signed with comes at the start. */
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

static void slip(const char *name)
{
    dprintf(1, "One bell for %s.\n", name);
    /* No word of a visitor's is in this line */
    setenv("NIGHT_WORD", word, 1);
    if (system("printf %s \"$NIGHT_WORD\" | cksum | sed 's/\\(.....\\).*/Signed \\1/'") != 0) dprintf(1, "Unsigned.\n");
    unsetenv("NIGHT_WORD");
}

static void ring(const char *name)
{
    int book = open("book", O_WRONLY | O_CREAT | O_APPEND, 0644);

    if (book < 0) return;
    dprintf(book, "%s rang the small bell.\n", name);
    close(book);
    if (system("tail -n 3 book") != 0) dprintf(1, "The book is shut.\n");
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
    char wish[16], name[LONGEST];

    signal(SIGCHLD, SIG_DFL); /* system() waits for what it started */
    dprintf(1, "St Brandan's bell tower, porter's lodge.\n");
    for (int i = 0; i < 50; i++) {
        dprintf(1, "A slip, or ring? ");
        if (!read_line(wish, sizeof wish)) return;
        if (strcmp(wish, "slip") && strcmp(wish, "ring")) {
            dprintf(1, "The porter does slip and ring, and nothing else.\n");
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
    /* Without a wire it is a practice copy, and talks to whoever started it */
    if (getsockopt(3, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening) {
        serve();
        return 0;
    }
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN); /* a visitor who has left is no reason to end */
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
        if (child < 0) dprintf(visitor, "Too many visitors at the lodge.\n");
        close(visitor);
    }
}
