import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCgroups } from './cgroup.ts';
import { ended, launch } from './launch.ts';

/* A folder that replaces cgroupfs. It shows what is read, written and entered, but not how the kernel reacts. */
let root: string;
const delegated = () => join(root, 'system.slice/hexpedition.service');
const read = (...path: string[]) => readFileSync(join(delegated(), ...path), 'utf8').trim();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cgroups-'));
  mkdirSync(join(delegated(), 'platform'), { recursive: true });
  writeFileSync(join(delegated(), 'cgroup.controllers'), 'cpu memory pids\n');
  own('0::/system.slice/hexpedition.service/platform\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const own = (text: string) => writeFileSync(join(root, 'own'), text);
const find = () => findCgroups(join(root, 'own'), root);

describe('the cgroup of an instance', () => {
  it("is a sibling of the platform's, has limits, and is entered before anything runs", async () => {
    const cgroup = await (await find()).create('one');
    expect(read('cgroup.subtree_control')).toBe('+memory +pids');
    expect(read('lab-one', 'memory.max')).toBe('536870912');
    expect(read('lab-one', 'memory.swap.max')).toBe('0');
    expect(read('lab-one', 'memory.oom.group')).toBe('1');
    expect(read('lab-one', 'pids.max')).toBe('34');
    expect(read('lab-one', 'cpu.weight')).toBe('5');

    const [file = '', ...args] = cgroup.enter;
    const inside = 'cat "$0"/cgroup.procs';
    const child = launch(
      { file, args: [...args, '/bin/sh', '-c', inside, join(delegated(), 'lab-one')], inputs: [] },
      'ignore',
      {},
    );
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    expect(await ended(child)).toBe('exit code 0');
    expect(output.trim()).toBe('0');
  });

  it('runs nothing if it cannot be entered', async () => {
    const cgroup = await (await find()).create('one');
    rmSync(join(delegated(), 'lab-one'), { recursive: true });
    const [file = '', ...args] = cgroup.enter;
    expect(await ended(launch({ file, args: [...args, 'true'], inputs: [] }, 'ignore', {}))).not.toBe('exit code 0');
  });

  it('reports that the kernel ended the instance because of memory', async () => {
    const cgroup = await (await find()).create('one');
    const events = (kills: number) =>
      writeFileSync(join(delegated(), 'lab-one', 'memory.events'), `low 0\nhigh 0\nmax 9\noom 1\noom_kill ${kills}\n`);
    expect(await cgroup.ranOutOfMemory()).toBe(false);
    events(0);
    expect(await cgroup.ranOutOfMemory()).toBe(false);
    events(1);
    expect(await cgroup.ranOutOfMemory()).toBe(true);
  });

  it('is removed with everything in it', async () => {
    const cgroup = await (await find()).create('one');
    await cgroup.remove();
    // A plain folder with files cannot be removed as a cgroup can
    expect(read('lab-one', 'cgroup.kill')).toBe('1');
  });
});

it.each([
  ['has no cgroups of version 2', '4:memory:/x\n', 'cpu memory pids'],
  ['called "platform"', '0::/user.slice/session-1.scope\n', 'cpu memory pids'],
  ['called "platform"', '0::/\n', 'cpu memory pids'],
  ['called "platform"', '0::/../../platform\n', 'cpu memory pids'],
  ['no controller "memory"', undefined, 'cpu pids'],
  ['no controller "pids"', undefined, 'cpu memory'],
  ['no controller "memory"', '0::/elsewhere/platform\n', ''],
])('says what is missing: %s', async (message, text, controllers) => {
  if (text) own(text);
  writeFileSync(join(delegated(), 'cgroup.controllers'), controllers);
  await expect(find()).rejects.toThrow(message);
  expect(readdirSync(delegated()).sort()).toEqual(['cgroup.controllers', 'platform']);
});

it.each([
  ['cpu memory pids', true],
  ['memory pids', false],
])('reports whether the controller "cpu" was delegated, with the controllers %s', async (controllers, hasCpu) => {
  writeFileSync(join(delegated(), 'cgroup.controllers'), controllers);
  expect((await find()).hasCpu).toBe(hasCpu);
});

it('reports that the cgroup was not delegated', async () => {
  mkdirSync(join(delegated(), 'cgroup.subtree_control'));
  await expect(find()).rejects.toThrow(/cannot be used \(EISDIR/);
});
