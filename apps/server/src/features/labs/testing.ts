import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capabilities, LabRuntime, StartSpec } from '@hexpedition/lab-runtime';
import type { Db } from '#platform/db/db';
import { syncLabs } from './labs.sync.ts';

export interface FakeRuntime extends LabRuntime {
  /** What was asked to be started, newest last. */
  specs: StartSpec[];
  isolation: Capabilities['isolation'];
  /** The next start fails with this. */
  nextError: Error | undefined;
  /** Resolves before each start goes on. */
  hold: Promise<void> | undefined;
  /** Ends an instance as if it had crashed. */
  crash(ref: string): void;
}

/** A runtime without a sandbox: every instance is a little server that says its flags to whoever asks. */
export function createFakeRuntime(): FakeRuntime {
  const running = new Map<string, { server: Server; dir: string; slug: string; crashed: boolean }>();
  let counter = 0;
  const fake: FakeRuntime = {
    specs: [],
    isolation: 'namespaced',
    nextError: undefined,
    hold: undefined,
    crash(ref) {
      const instance = running.get(ref);
      if (instance) instance.crashed = true;
    },
    capabilities: () => ({ isolation: fake.isolation, hardLimits: true, advice: 'Install bubblewrap.' }),
    prepare: async ({ version, manifest }) => ({ ...manifest, version, dir: '/nowhere' }),
    async start(spec) {
      await fake.hold;
      const error = fake.nextError;
      fake.nextError = undefined;
      if (error) throw error;
      fake.specs.push(spec);
      const dir = await mkdtemp(join(tmpdir(), 'fake-lab-'));
      const path = join(dir, 'socket');
      const server = createServer((_, response) => response.end(Object.values(spec.flags).join(' ')));
      await new Promise<void>((resolve) => server.listen(path, resolve));
      const ref = `fake-${++counter}`;
      running.set(ref, { server, dir, slug: spec.lab.slug, crashed: false });
      return { ref, endpoint: { kind: 'unix', path } };
    },
    inspect: async (ref) => (await fake.list()).find((state) => state.ref === ref),
    list: async () =>
      [...running].map(([ref, { slug, crashed }]) => ({
        ref,
        slug,
        state: crashed ? 'exited' : 'running',
        reason: crashed ? 'It fell over.' : null,
        output: '',
      })),
    async stop(ref) {
      const instance = running.get(ref);
      if (!instance) return;
      running.delete(ref);
      instance.server.closeAllConnections();
      await new Promise((resolve) => instance.server.close(resolve));
      await rm(instance.dir, { recursive: true });
    },
    stats: async () => undefined,
    close: async () => {
      await Promise.all([...running.keys()].map((ref) => fake.stop(ref)));
    },
  };
  return fake;
}

/** The labs that ship, in a database of a test. */
export async function installLabs(db: Db): Promise<void> {
  const { problems } = await syncLabs(db, join(import.meta.dirname, '../../../../../labs'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
