/*
 * A signal lantern of the Port Ostrel yard. It holds nothing: a keeper who has rowed to the pier says a word there, and the pier knows the word.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#define LETTERS 16

/* Made at the start, for one keeper, and told to this keeper on paper */
static char word[LETTERS + 1];

static int make_word(void)
{
    unsigned char random[LETTERS];

    if (getrandom(random, sizeof random, 0) != sizeof random) return 0;
    for (int i = 0; i < LETTERS; i++) word[i] = "0123456789abcdefghjkmnpqrstvwxyz"[random[i] % 32];
    return 1;
}

static void show_flag(const char *path)
{
    char flag[80];
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, flag, sizeof flag);

    if (length > 0) dprintf(1, "%.*s\n", (int)length, flag);
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

static void ask(void)
{
    char line[32];

    dprintf(1, "Who is there? Say your word: ");
    if (!read_line(line, sizeof line)) return;
    if (strcmp(line, word) != 0) {
        sleep(1);
        dprintf(1, "You are no keeper of ours.\n");
        return;
    }
    dprintf(1, "Come alongside. There is a note for you.\n");
    show_flag("/flag/note.txt");
    show_flag("/flag/pier.txt");
}

int main(void)
{
    int listening = 0;
    socklen_t size = sizeof listening;

    if (getsockopt(3, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening) {
        puts("Take this lantern to the pier.");
        return 0;
    }
    if (!make_word()) return 1;
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN); /* a boat that has left is no reason to end */
    dprintf(1, "ready\n");
    /* Descriptor 1 is the yard's printer here, and no boat reads it */
    dprintf(1, "word: %s\n", word);
    for (;;) {
        int boat = accept(3, NULL, NULL);
        if (boat < 0) {
            usleep(10000);
            continue;
        }
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            dup2(boat, 0);
            dup2(boat, 1);
            close(boat);
            close(3);
            ask();
            return 0;
        }
        if (child < 0) dprintf(boat, "Too many boats at the pier.\n");
        close(boat);
    }
}
