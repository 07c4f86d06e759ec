import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { describeRuntime } from '../conformance.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { findProgram } from './libraries.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'lab-cache-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

const probed = await createEmbeddedRuntime({ cacheDir });
const { isolation, advice } = probed.capabilities();
await probed.close();
const installed = process.platform === 'linux' && (await findProgram('bwrap')) !== undefined;

// Otherwise the tests of the sandbox would be left out in silence, here and in every test of a lab that needs it
it.runIf(installed)('has a sandbox where bubblewrap is installed', () => {
  expect(isolation, advice ?? '').toBe('namespaced');
});

it.runIf(isolation === 'namespaced')('finds a Node below the temporary folder of the system', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'node-'));
  symlinkSync(process.execPath, join(dir, 'node'));
  const runtime = await createEmbeddedRuntime({ cacheDir, node: join(dir, 'node') });
  expect(runtime.capabilities().isolation, runtime.capabilities().advice ?? '').toBe('namespaced');
  await runtime.close();
  rmSync(dir, { recursive: true });
});

if (isolation === 'namespaced') {
  describeRuntime('the embedded driver', () => createEmbeddedRuntime({ cacheDir }), 'namespaced');
}
describeRuntime(
  'the embedded driver without a sandbox',
  () => createEmbeddedRuntime({ cacheDir, withoutSandbox: true }),
  'process',
);
