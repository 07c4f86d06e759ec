import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Capabilities,
  type LabDriver,
  type LabRuntime,
  type PreparedLab,
  type StartSpec,
  withShells,
} from '@hexpedition/lab-runtime';
import type { Db } from '#platform/db/db';
import { sharedTemplate } from '#testing/test-database';
import type { InstanceShutdown } from './instance-shutdown.ts';
import { syncLabs } from './labs.sync.ts';
import { createFakeWorkspaces, type FakeWorkspaces } from './workspaces/testing/fake-workspaces.ts';

export interface FakeRuntime extends LabRuntime {
  workspaces: FakeWorkspaces;
  /** Workspace of all labs that are prepared from now on; undefined uses their manifests. */
  workspace: PreparedLab['workspace'] | undefined;
  /** Specs of all starts, newest last. */
  specs: StartSpec[];
  isolation: Capabilities['isolation'];
  /** The next start fails with this. */
  nextError: Error | undefined;
  /** Starts wait for this promise. */
  hold: Promise<void> | undefined;
  /** Ends an instance as if it had crashed. */
  crash(ref: string): void;
}

/** Creates a runtime without a sandbox. Each instance is a small server that answers every request with its flags. */
export function createFakeRuntime(): FakeRuntime {
  const running = new Map<string, { server: Server; dir: string; slug: string; crashed: boolean }>();
  let counter = 0;
  const workspaces = createFakeWorkspaces();
  const driver: LabDriver = {
    ...workspaces,
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
    prepareRepair: (lab) => driver.prepare(lab),
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
      return { ref, endpoint: { kind: 'unix', path }, isHomePartial: fake.workspaces.restoresPartly };
    },
    inspect: async (ref) => (await driver.list()).find((state) => state.ref === ref),
    list: async () =>
      [...running].map(([ref, { slug, crashed }]) => ({
        ref,
        slug,
        state: crashed ? 'exited' : 'running',
        reason: crashed ? 'It crashed.' : null,
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
      await Promise.all([...running.keys()].map((ref) => driver.stop(ref)));
    },
  };
  const fake: FakeRuntime = {
    ...withShells(driver),
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
  };
  return fake;
}

/** Creates a shutdown without terminals and homes. */
export function createPlainShutdown(runtime: LabRuntime, onEnd: (label: string) => void = () => {}): InstanceShutdown {
  return { onEnd, stop: (ref) => runtime.stop(ref) };
}

/**
 * A database with the labs of the repository, for `createTestApp` and `createTestDatabase`. All files share it, because
 * rendering the labs takes seconds.
 */
export const labsTemplate = () => sharedTemplate('labs', installLabs);

/** Imports the labs of the repository into a test database. */
export async function installLabs(db: Db): Promise<void> {
  const { problems } = await syncLabs(db, join(import.meta.dirname, '../../../../../labs'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
