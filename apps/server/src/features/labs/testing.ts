import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capabilities, LabRuntime, PreparedLab, StartSpec } from '@hexpedition/lab-runtime';
import type { Db } from '#platform/db/db';
import type { Ending } from './ending.ts';
import { syncLabs } from './labs.sync.ts';
import { createFakeWorkspaces, type FakeWorkspaces } from './workspaces/testing/fake-workspaces.ts';

export interface FakeRuntime extends LabRuntime {
  workspaces: FakeWorkspaces;
  /** What every lab has that is prepared from now on; left out, what its manifest says. */
  workspace: PreparedLab['workspace'] | undefined;
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
  const workspaces = createFakeWorkspaces();
  const fake: FakeRuntime = {
    ...workspaces,
    workspaces,
    workspace: undefined,
    specs: [],
    isolation: 'namespaced',
    nextError: undefined,
    hold: undefined,
    crash(ref) {
      const instance = running.get(ref);
      if (instance) instance.crashed = true;
    },
    capabilities: () => ({
      isolation: fake.isolation,
      hardLimits: true,
      advice: 'Install bubblewrap.',
      workspace: { problem: null, has: (tool) => tool !== 'no-such-tool' },
    }),
    prepare: async ({ version, manifest: { slug, risk, serves = 'http', workspace } }) => {
      const own = workspace && {
        tools: workspace.tools,
        homeBytes: workspace.home * 1024 * 1024,
        socket: workspace.socket ?? null,
      };
      return {
        ...{ slug, risk, serves, version },
        workspace: fake.workspace === undefined ? (own ?? null) : fake.workspace,
        dir: '/nowhere',
      };
    },
    prepareRepair: (lab) => fake.prepare(lab),
    discard: async () => {},
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
      try {
        await workspaces.open(ref, spec);
      } catch (error) {
        server.close();
        throw error;
      }
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
      workspaces.close(ref);
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

/** What ends instances, where nobody looks and no home is kept. */
export function createPlainEnding(runtime: LabRuntime, onEnd: (label: string) => void = () => {}): Ending {
  return { onEnd, stop: (ref) => runtime.stop(ref) };
}

/** The labs that ship, in a database of a test. */
export async function installLabs(db: Db): Promise<void> {
  const { problems } = await syncLabs(db, join(import.meta.dirname, '../../../../../labs'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
