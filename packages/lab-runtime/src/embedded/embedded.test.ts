import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { describeRuntime } from '../conformance.ts';
import { describeMaterial } from '../conformance-material.ts';
import { describeShells } from '../conformance-shells.ts';
import { describeWorkspaces } from '../conformance-workspace.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { hasBubblewrap } from './testing.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'lab-cache-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

const probed = await createEmbeddedRuntime({ cacheDir });
const { isolation, advice, workspace } = probed.capabilities();
await probed.close();

it.runIf(await hasBubblewrap())('has a sandbox if bubblewrap is installed', () => {
  expect(isolation, advice ?? '').toBe('namespaced');
  expect(workspace.problem).toBeNull();
});

if (isolation === 'namespaced') {
  describeRuntime('the embedded driver', () => createEmbeddedRuntime({ cacheDir }), 'namespaced');

  const tools = ['python3', 'gcc', 'gdb', 'strace'].filter((tool) => workspace.has(tool));
  describeWorkspaces('the embedded driver', () => createEmbeddedRuntime({ cacheDir }), tools);
  describeShells('the embedded driver', () => createEmbeddedRuntime({ cacheDir }));
  describeMaterial('the embedded driver', () => createEmbeddedRuntime({ cacheDir }));

  // The path of a Node in a home or project directory must not be visible inside
  mkdirSync('.cache', { recursive: true });
  const dir = mkdtempSync(resolve('.cache', 'home-'));
  const node = join(dir, 'node');
  copyFileSync(process.execPath, node);
  afterAll(() => rmSync(dir, { recursive: true }));
  describeRuntime(
    'the embedded driver with a Node that was not installed by a package',
    () => createEmbeddedRuntime({ cacheDir, node }),
    'namespaced',
  );
}
describeRuntime(
  'the embedded driver without a sandbox',
  () => createEmbeddedRuntime({ cacheDir, withoutSandbox: true }),
  'process',
);
