import { join } from 'node:path';
import type { Capabilities } from '@hexpedition/lab-runtime';
import { expect, it, vi } from 'vitest';
import { projectRoot } from '#platform/paths';
import { createTestApp } from '#testing/test-app';
import { collectStartupWarnings } from './startup-warnings.ts';
import { createFakeRuntime } from './testing.ts';

const good: Capabilities = {
  isolation: 'namespaced',
  hardLimits: true,
  advice: null,
  workspace: { problem: null, has: () => true },
};
const warnings = (changes: Partial<Capabilities>, folder = 'labs') =>
  collectStartupWarnings({ ...good, ...changes }, join(projectRoot, folder));

it('returns no warnings when all labs can start', async () => {
  expect(await warnings({})).toEqual([]);
});

it('names the labs that lack a program and its package in one line', async () => {
  const workspace = { problem: null, has: (tool: string) => tool !== 'gcc' };
  const [line = '', ...more] = await warnings({ workspace });
  expect(more).toEqual([]);
  expect(line).toMatch(/^labs that cannot start on this machine: ([a-z-]+, )*lamplighter(, [a-z-]+)*\. /);
  expect(line).toMatch(/The workspace needs gcc: install the packages gcc, libc6-dev\.$/);
});

it('reports a problem of all workspaces in one line', async () => {
  const problem = 'Workspaces could not be started: gzip is not installed (it is in the package gzip).';
  const workspace = { problem, has: () => true };
  const advice = 'Instances have no memory cgroup: it cannot be written.';
  const [first, second = '', ...more] = await warnings({ workspace, advice });
  expect(more).toEqual([]);
  expect(first).toBe(`labs run with isolation "namespaced". ${advice}`);
  expect(second).toMatch(/^labs that cannot start on this machine: .*\blamplighter\b/);
  expect(second.endsWith(`. ${problem}`)).toBe(true);
  expect(await warnings({ workspace }, 'no-such-folder')).toEqual([]);
});

it('reports a missing sandbox once', async () => {
  const advice = 'Install bubblewrap.';
  expect(await warnings({ isolation: 'process', advice, workspace: { problem: advice, has: () => false } })).toEqual([
    `labs run with isolation "process". ${advice}`,
  ]);
});

it('logs the warnings when the server begins to listen', async () => {
  const problem = 'Workspaces could not be started: stty is not installed (it is in the package coreutils).';
  const workspace = { problem, has: () => true };
  const labRuntime = { ...createFakeRuntime(), capabilities: () => ({ ...good, workspace }) };
  const test = await createTestApp({}, { labRuntime, warmUpLabs: true });
  const warn = vi.spyOn(test.app.log, 'warn');
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  await expect
    .poll(() => warn.mock.calls.map(([line]) => String(line)))
    .toContainEqual(
      expect.stringMatching(/^labs that cannot start on this machine: .*\blamplighter\b.*coreutils\)\.$/),
    );
  await test.close();
});
