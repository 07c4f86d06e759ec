/** Parts of a template that depend on the kind of lab. */
export interface LabTemplate {
  program: Record<string, string>;
  /** Lines of lab.yaml. */
  manifest: string;
  /** The file with the vulnerability. */
  source: string;
  /** Additional files for a repair. */
  repair: Record<string, string>;
}

const target = `/* Asks for a name and greets the guest. Only the host sees the flag. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

struct guest {
    char name[16];
    int is_host; /* 0 for all guests who use the socket */
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

/* The platform passes a listening socket as descriptor 3 and waits for the line "ready". */
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

/** A C program with a buffer overflow, and a workspace that contains its source. */
export const cLabTemplate: LabTemplate = {
  manifest: `risk: code-exec         # an attacker of a C program can execute code in it
topic: reversing        # linux, networking, web, cryptography, reversing, forensics, mobile, hardware
tags: [buffer overflow] # techniques, for the search
tools: [gcc, python3]   # what the learner learns to use
program: target.c
cflags: [-O0, -g, -fno-stack-protector]
serves: socket
workspace:
  tools: [gcc, python3] # programs that must be installed on the server
  helpers: [talk.py]    # sends its input to the socket and prints the answer; put your own files into workspace/
  home: 32              # megabytes
  socket: /target/target.sock
`,
  source: 'target.c',
  program: {
    'target.c': target,
    'exploit.ts': `import type { Exploit } from '@hexpedition/lab-runtime';
import { AttackBlocked } from '@hexpedition/lab-runtime/attack';

const exploit: Exploit = async (target) => {
  const output = await target.shell("printf 'AAAABBBBCCCCDDDD\\\\001' | python3 ~/talk.py /target/target.sock");
  const flag = /flag\\{[^}]+\\}/.exec(output)?.[0];
  if (flag) return { flag };
  if (output.includes('Good evening')) throw new AttackBlocked('The guest is not taken for the host.');
  throw new Error('The program has not greeted the guest.');
};
export default exploit;
`,
  },
  repair: {
    'tests.ts': `import { match } from 'node:assert/strict';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';

/** Sends a name to the program and returns its whole answer. */
async function greet(target: Target, name: string): Promise<string> {
  const connection = target.connect();
  connection.write(name);
  let answer = '';
  for await (const chunk of connection) answer += chunk;
  return answer;
}

/** These also run during the attack of exploit.ts, and after it. */
export const visits: RepairTests = {
  'greets a guest': async (target) => {
    match(await greet(target, 'Ines'), /^Who is there\\? Good evening, Ines\\.\\n$/);
  },
};

const tests: RepairTests = {
  'accepts a name of 16 letters': async (target) => {
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
    'false-fixes/one-byte-too-far.patch': `The read still writes one byte behind the name, and this byte is the one that makes a guest the host.
--- a/target.c
+++ b/target.c
@@ -16,7 +16,7 @@
     char flag[80];
 
     dprintf(connection, "Who is there? ");
-    if (read(connection, guest.name, 32) <= 0)
+    if (read(connection, guest.name, 17) <= 0)
         return;
     dprintf(connection, "Good evening, %.16s.\\n", guest.name);
     if (!guest.is_host)
`,
  },
};
