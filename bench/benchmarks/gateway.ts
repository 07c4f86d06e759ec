import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedRuntime } from '@hexpedition/lab-runtime';
import { projectRoot } from '../../apps/server/src/platform/paths.ts';
import { compare } from '../compare.ts';
import { freePort } from '../machine/port.ts';
import { descendants } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { loadNow, printTable, sideRows, warnings, writeReport } from '../report.ts';
import type { LabGateway, PassHeaders } from '../roles/lab-gateway.ts';
import { describeOptions, readCompareOptions } from './compare-options.ts';

/** A lab that does almost nothing, so that the gateway's cost remains. */
const app = `
import { serve } from '${join(projectRoot, 'packages/lab-runtime/src/kit.ts')}';
serve((_, response) => response.end('The harbour is quiet.'));
`;

export async function run(args: string[]): Promise<void> {
  const options = readCompareOptions(args);
  const loadBefore = loadNow();
  const dir = await mkdtemp(join(tmpdir(), 'hexpedition-bench-gateway-'));
  await writeFile(join(dir, 'app.ts'), app);
  const runtime = await createEmbeddedRuntime({ cacheDir: join(dir, 'cache') });
  try {
    const lab = await runtime.prepare({ dir, version: '1', manifest: { slug: 'quiet', risk: 'code-exec' } });
    const { endpoint } = await runtime.start({ lab, flags: {} });
    if (endpoint.kind !== 'unix') throw new Error('The instance has no Unix socket.');
    const inSandbox = () => descendants(process.pid);
    const sides = await withRole('generator', (generator) =>
      withRole('lab-gateway', async (gateway) => {
        const port = await freePort();
        const headers = {
          ...(await gateway.ask<PassHeaders>({ port, socketPath: endpoint.path } satisfies LabGateway)),
        };
        return compare(
          generator,
          [
            { name: 'through the gateway', port, requests: [{ path: '/', headers }], pids: () => [gateway.pid] },
            { name: 'direct', port, socketPath: endpoint.path, requests: [{ path: '/' }], pids: inSandbox },
          ],
          options,
        );
      }),
    );
    printTable(`An instance. ${describeOptions(options)}`, sideRows('GET /', sides));
    for (const line of warnings(sides)) console.log(`\n${line}`);
    writeReport('gateway', { options, loadBefore, sides });
  } finally {
    await runtime.close();
    await rm(dir, { recursive: true, force: true });
  }
}
