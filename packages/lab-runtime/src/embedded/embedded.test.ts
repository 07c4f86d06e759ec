import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { describeRuntime } from '../conformance.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { hasBubblewrap } from './testing.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'lab-cache-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

const probed = await createEmbeddedRuntime({ cacheDir });
const { isolation, advice } = probed.capabilities();
await probed.close();

it.runIf(await hasBubblewrap())('has a sandbox where bubblewrap is installed', () => {
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
