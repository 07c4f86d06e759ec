import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeRuntime } from '../conformance.ts';
import { createEmbeddedRuntime } from './driver.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'lab-cache-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

const probed = await createEmbeddedRuntime({ cacheDir });
const { isolation } = probed.capabilities();
await probed.close();

if (isolation === 'namespaced') {
  describeRuntime('the embedded driver', () => createEmbeddedRuntime({ cacheDir }), 'namespaced');
}
describeRuntime(
  'the embedded driver without a sandbox',
  () => createEmbeddedRuntime({ cacheDir, withoutSandbox: true }),
  'process',
);
