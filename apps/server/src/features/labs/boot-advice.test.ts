import { join } from 'node:path';
import type { Capabilities } from '@hexpedition/lab-runtime';
import { expect, it, vi } from 'vitest';
import { projectRoot } from '#platform/paths';
import { createTestApp } from '#testing/test-app';
import { adviceAtBoot } from './boot-advice.ts';
import { createFakeRuntime } from './testing.ts';

const good: Capabilities = {
  isolation: 'namespaced',
  hardLimits: true,
  advice: null,
  workspace: { problem: null, has: () => true },
};
const said = (changes: Partial<Capabilities>, folder = 'labs') =>
  adviceAtBoot({ ...good, ...changes }, join(projectRoot, folder));

it('says nothing where all is well', async () => {
  expect(await said({})).toEqual([]);
});

it('says in one line which labs lack a program, and its package', async () => {
  const workspace = { problem: null, has: (tool: string) => tool !== 'gcc' };
  const [line = '', ...more] = await said({ workspace });
  expect(more).toEqual([]);
  expect(line).toMatch(/^labs that cannot be started here: ([a-z-]+, )*lamplighter(, [a-z-]+)*\. /);
  expect(line).toMatch(/The workspace needs gcc: install the packages gcc, libc6-dev\.$/);
});

it('says in one line what every workspace lacks', async () => {
  const problem = 'Workspaces could not be started: gzip is not installed (it is in the package gzip).';
  const workspace = { problem, has: () => true };
  const advice = 'Instances have no memory cgroup: it cannot be written.';
  const [first, second = '', ...more] = await said({ workspace, advice });
  expect(more).toEqual([]);
  expect(first).toBe(`labs run with isolation "namespaced". ${advice}`);
  expect(second).toMatch(/^labs that cannot be started here: .*\blamplighter\b/);
  expect(second.endsWith(`. ${problem}`)).toBe(true);
  expect(await said({ workspace }, 'no-such-folder')).toEqual([]);
});

it('says once that there is no sandbox', async () => {
  const advice = 'Install bubblewrap.';
  expect(await said({ isolation: 'process', advice, workspace: { problem: advice, has: () => false } })).toEqual([
    `labs run with isolation "process". ${advice}`,
  ]);
});

it('stands in the log when the server begins to listen', async () => {
  const problem = 'Workspaces could not be started: stty is not installed (it is in the package coreutils).';
  const workspace = { problem, has: () => true };
  const labRuntime = { ...createFakeRuntime(), capabilities: () => ({ ...good, workspace }) };
  const test = await createTestApp({}, { labRuntime });
  const warn = vi.spyOn(test.app.log, 'warn');
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  await expect
    .poll(() => warn.mock.calls.map(([line]) => String(line)))
    .toContainEqual(expect.stringMatching(/^labs that cannot be started here: .*\blamplighter\b.*coreutils\)\.$/));
  await test.close();
});
