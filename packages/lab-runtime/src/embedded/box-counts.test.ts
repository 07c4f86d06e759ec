import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createCounter } from './box-counts.ts';
import { hasBubblewrap } from './testing.ts';

/** Like bwrap before its child has a root folder of its own: a process with a child, both with the host's folders. */
const parent = spawn('sh', ['-c', 'sleep 600 & echo ready; wait'], { detached: true });
afterAll(() => process.kill(-(parent.pid ?? 0)));

it('does not count the files and terminals of the host for a box that is being made', async () => {
  await once(parent.stdout, 'data');
  expect(createCounter(parent.pid ?? 0, ['/tmp'], true)()).toEqual({ files: 0, terminals: 0 });
  expect(createCounter(parent.pid ?? 0, ['/tmp'], false)()).toEqual({ files: 0, terminals: 0 });
});

const mountScript = `
mount -n -t tmpfs -o nr_inodes=100 tmpfs /tmp
chmod 0 /tmp
echo mounted
read -r next
umount -n /tmp
echo unmounted
sleep 600
`;

it.runIf(await hasBubblewrap())('counts the files of an unreadable folder, and never those of the host', async () => {
  const namespaces = ['--user', '--map-root-user', '--mount', '--propagation', 'private'];
  const box = spawn(
    'sh',
    ['-c', 'exec 3<&0; "$@" <&3 & wait', 'sh', 'unshare', ...namespaces, 'sh', '-c', mountScript],
    {
      detached: true,
    },
  );
  onTestFinished(() => void process.kill(-(box.pid ?? 0)));
  const count = createCounter(box.pid ?? 0, ['/tmp'], false);
  await once(box.stdout, 'data');
  expect(count().files).toBeGreaterThan(0);
  expect(count().files).toBeLessThan(100);
  box.stdin.write('\n');
  await once(box.stdout, 'data');
  expect(count()).toEqual({ files: 0, terminals: 0 });
});

const hideTerminals = `
mount -n -t devpts -o newinstance,mode=620 devpts /dev/pts
chmod 0 /dev/pts
mount -n -t tmpfs tmpfs /tmp
echo mounted
sleep 600
`;

it.runIf(await hasBubblewrap())('counts a box that hides its terminals as one with too many', async () => {
  const namespaces = ['--user', '--map-root-user', '--mount', '--propagation', 'private'];
  const box = spawn('sh', ['-c', '"$@" & wait', 'sh', 'unshare', ...namespaces, 'sh', '-c', hideTerminals], {
    detached: true,
  });
  onTestFinished(() => void process.kill(-(box.pid ?? 0)));
  await once(box.stdout, 'data');
  // Root reads the folder in spite of its mode.
  const expected = process.getuid?.() === 0 ? 0 : Number.POSITIVE_INFINITY;
  expect(createCounter(box.pid ?? 0, ['/tmp'], true)().terminals).toBe(expected);
});
