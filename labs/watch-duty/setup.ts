import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Files, Node } from './files.ts';
import { groups, users } from './users.ts';

/** When the machine was set up, and when it was last changed. */
const INSTALLED = Date.UTC(2026, 5, 2, 9, 14);
const WRITTEN = Date.UTC(2026, 9, 13, 19, 30);
const ROOT = 0;
const OTTO = 1002;
const INES = 1003;
const NELL = 1001;
const SHADOW = 42;
const WATCH = 1100;
const KEEPERS = 1101;

/** Programs that came with the machine. */
const usual =
  'ls stat find file cat less more head tail tac wc grep cut sort uniq strings base64 printf tee touch cp mv rm mkdir rmdir ln chmod chown chgrp id whoami groups who getent ps date sleep uname hostname env which crontab sh bash clear true false';

/** Creates all files of the machine. */
export function setUp(files: Files): void {
  const put = (path: string, kind: Node['kind'], mode: number, uid: number, gid: number, content = ''): Node => {
    const parts = path.split('/').filter(Boolean);
    const name = parts.pop() ?? '';
    let folder = files.root;
    for (const part of parts) {
      const next = folder.children.get(part) ?? files.make('dir', 0o755, ROOT, ROOT);
      folder.children.set(part, next);
      folder = next;
    }
    const node = files.make(kind, mode, uid, gid, content);
    folder.children.set(name, node);
    node.changed = path.startsWith('/usr/bin') ? INSTALLED : WRITTEN;
    return node;
  };
  const folder = (path: string, mode: number, uid: number, gid: number) => put(path, 'dir', mode, uid, gid);
  const text = (path: string, mode: number, uid: number, gid: number, content: string) =>
    put(path, 'file', mode, uid, gid, content);
  const program = (path: string, name: string, mode = 0o755, gid = ROOT, says = '') => {
    const node = put(
      path,
      'file',
      mode,
      ROOT,
      gid,
      `\u007fELF\u0002\u0001\u0000\u0000/lib64/ld-linux-x86-64.so.2\u0000libc.so.6\u0000${says}\u0000${name}\u0000`,
    );
    node.program = name;
    return node;
  };

  for (const [at, to] of [
    ['/bin', 'usr/bin'],
    ['/sbin', 'usr/sbin'],
  ] as const)
    put(at, 'link', 0o777, ROOT, ROOT, to);
  for (const name of usual.split(' ')) program(`/usr/bin/${name}`, name);
  for (const name of ['sudo', 'su', 'passwd', 'mount']) program(`/usr/bin/${name}`, name, 0o4755);
  program('/usr/bin/ping', 'ping').caps = 'cap_net_raw=ep';
  for (const name of ['getcap', 'setcap']) program(`/usr/sbin/${name}`, name);
  put('/dev/null', 'file', 0o666, ROOT, ROOT).program = 'null';
  folder('/tmp', 0o1777, ROOT, ROOT);
  folder('/var/tmp', 0o1777, ROOT, ROOT);
  folder('/var/log', 0o755, ROOT, ROOT);
  folder('/root', 0o700, ROOT, ROOT);

  text(
    '/etc/passwd',
    0o644,
    ROOT,
    ROOT,
    users
      .map(({ name, uid, gid, gecos, home, shell }) => `${name}:x:${uid}:${gid}:${gecos}:${home}:${shell}\n`)
      .join(''),
  );
  text(
    '/etc/group',
    0o644,
    ROOT,
    ROOT,
    groups.map(({ name, gid, members }) => `${name}:x:${gid}:${members.join(',')}\n`).join(''),
  );
  text('/etc/shadow', 0o640, ROOT, SHADOW, users.map(({ name }) => `${name}:!*:20370:0:99999:7:::\n`).join(''));
  text('/etc/hostname', 0o644, ROOT, ROOT, 'watch\n');
  text(
    '/etc/motd',
    0o644,
    ROOT,
    ROOT,
    'Harbour watch of Port Ostrel. It is night. Nothing has happened. Keep it that way.\n',
  );
  text('/etc/sudoers', 0o440, ROOT, ROOT, 'Defaults env_reset\nroot ALL=(ALL) ALL\n@includedir /etc/sudoers.d\n');
  put('/etc/sudoers.d', 'dir', 0o750, ROOT, ROOT);
  text('/etc/sudoers.d/otto', 0o440, ROOT, ROOT, 'otto ALL=(ines) NOPASSWD: /usr/bin/find /srv/charts*\n');
  text(
    '/etc/cron.d/watch',
    0o644,
    ROOT,
    ROOT,
    `PATH=/usr/bin:/bin
# m   h  dom mon dow  user  command
*     *  *   *   *    otto  /opt/watch/handover.sh
*/10  *  *   *   *    root  /opt/watch/lamp.sh
`,
  );

  folder('/home/nell', 0o750, NELL, NELL);
  text(
    '/home/nell/notes.txt',
    0o644,
    NELL,
    NELL,
    `Night watch, things to remember
- Otto had the watch before me. He left his orders in his home directory.
- The handover runs by itself, every minute. Nobody has read its script since 1998.
- We of the watch may correct the script of the handover. It has never been right.
- Ines keeps the charts and the light. She says that the lamp has exactly one secret.
`,
  );

  const otto = folder('/home/otto', 0o750, OTTO, OTTO);
  text(
    '/home/otto/orders.txt',
    0o600,
    OTTO,
    OTTO,
    `Orders for the night, first watch
Do not wake the harbour master. If the harbour master is awake, apologise.
Count the charts with find, as Ines. She has given us the permission.
Password for the tea: ${readFlag('orders')}
`,
  );
  otto.children.set('handover.log', files.make('file', 0o644, OTTO, OTTO));
  folder('/home/ines', 0o750, INES, INES);
  text(
    '/home/ines/logbook.txt',
    0o600,
    INES,
    INES,
    `Keeper's logbook
12 October. Lamp lit. A tuba was heard, or a ship.
13 October. Lamp lit. Rewrote the program that checks the lamp, so that we keepers do not need root for it. See /usr/local/src.
14 October. Lamp lit. For the file: ${readFlag('logbook')}
`,
  );
  text(
    '/root/lamp-secret.txt',
    0o600,
    ROOT,
    ROOT,
    `The secret of the lamp is that it is on a timer. ${readFlag('lamp')}\n`,
  );

  text(
    '/opt/watch/handover.sh',
    0o775,
    OTTO,
    WATCH,
    `#!/bin/sh
# Hands over the watch, once a minute
date "+%H:%M the watch is handed over" > /home/otto/handover.log
`,
  );
  text('/opt/watch/lamp.sh', 0o755, ROOT, ROOT, '#!/bin/sh\n/usr/bin/date "+%F %R lamp lit" > /var/log/lamp.log\n');
  folder('/srv/charts', 0o755, INES, INES);
  for (const [name, content] of [
    ['narrows.chart', 'The narrows. Depth: enough. Width: see depth.\n'],
    ['halmer-sound.chart', 'Halmer Sound. Here is cheese.\n'],
    ['berth-9.chart', 'Closed. The reason is on file.\n'],
  ] as const) {
    text(`/srv/charts/${name}`, 0o640, INES, INES, content);
  }

  program('/usr/local/sbin/lampd', 'lampd', 0o750).program = 'true';
  program(
    '/usr/local/bin/lampcheck',
    'lampcheck',
    0o4750,
    KEEPERS,
    'setuid\u0000system\u0000Lamp lit. Oil for nine nights. Checked: \u0000date',
  ).runs = 'date';
  text(
    '/usr/local/src/lampcheck.c',
    0o644,
    ROOT,
    ROOT,
    `/* lampcheck: for the keepers, installed setuid root, since the lamp belongs to root */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    setuid(0);
    printf("Lamp lit. Oil for nine nights. Checked: ");
    fflush(stdout);
    return system("date");
}
`,
  );
}
