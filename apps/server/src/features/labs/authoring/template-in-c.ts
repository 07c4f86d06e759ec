export interface Kind {
  program: Record<string, string>;
  /** Its lines of lab.yaml. */
  manifest: string;
  /** The file that holds the hole. */
  source: string;
  /** Files that a repair needs in addition. */
  repair: Record<string, string>;
}

const target = `/* Asks for a name, and greets. Whoever is host sees more. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

struct guest {
    char name[16];
    int is_host; /* nobody who comes in by the socket is */
};

static void serve(int connection)
{
    struct guest guest = {"", 0};
    char flag[80];

    dprintf(connection, "Who is there? ");
    if (read(connection, guest.name, 32) <= 0)
        return;
    dprintf(connection, "Good evening, %.16s.\\n", guest.name);
    if (!guest.is_host)
        return;
    int file = open("/flag/flag.txt", O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, flag, sizeof flag);
    if (length > 0)
        dprintf(connection, "%.*s\\n", (int)length, flag);
    close(file);
}

/* The platform listens on descriptor 3, and waits for the word "ready". */
int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    dprintf(1, "ready\\n");
    for (;;) {
        int connection = accept(3, NULL, NULL);
        if (connection < 0) {
            usleep(10000);
            continue;
        }
        serve(connection);
        close(connection);
    }
}
`;

/** A program in C that reads more than there is room for, beside a shell that holds its source. */
export const targetInC: Kind = {
  manifest: `risk: code-exec         # whoever attacks a program in C runs code in it
topic: reversing        # linux, networking, web, cryptography, reversing, forensics, mobile, hardware
tools: [gcc, python3]   # what the learner gets to know
program: target.c
cflags: [-O0, -g, -fno-stack-protector]
serves: socket
workspace:
  tools: [gcc, python3] # what has to be installed on the server
  helpers: [talk.py]    # sends what it reads to the socket, and prints the answer; workspace/ holds files of your own
  home: 32              # megabytes
  socket: /target/target.sock
`,
  source: 'target.c',
  program: {
    'target.c': target,
    'exploit.ts': `import type { Exploit } from '@hexpedition/lab-runtime';

const exploit: Exploit = async (target) => {
  const said = await target.shell("printf 'AAAABBBBCCCCDDDD\\\\001' | python3 ~/talk.py /target/target.sock");
  const flag = /flag\\{[^}]+\\}/.exec(said)?.[0];
  if (!flag) throw new Error('The program shows no flag.');
  return { flag };
};
export default exploit;
`,
  },
  repair: {
    'tests.ts': `import { match } from 'node:assert/strict';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';

/** What the program answers to somebody who gives a name, until it hangs up. */
async function greet(target: Target, name: string): Promise<string> {
  const connection = target.connect();
  connection.write(name);
  let said = '';
  for await (const piece of connection) said += piece;
  return said;
}

const tests: RepairTests = {
  'greets whoever comes': async (target) => {
    match(await greet(target, 'Ines'), /^Who is there\\? Good evening, Ines\\.\\n$/);
  },
  'takes a name of sixteen letters': async (target) => {
    match(await greet(target, 'Bartholomew Senr'), /Good evening, Bartholomew Senr\\./);
  },
};
export default tests;
`,
    'solution.patch': `--- a/target.c
+++ b/target.c
@@ -16,7 +16,7 @@
     char flag[80];
 
     dprintf(connection, "Who is there? ");
-    if (read(connection, guest.name, 32) <= 0)
+    if (read(connection, guest.name, sizeof guest.name) <= 0)
         return;
     dprintf(connection, "Good evening, %.16s.\\n", guest.name);
     if (!guest.is_host)
`,
  },
};
