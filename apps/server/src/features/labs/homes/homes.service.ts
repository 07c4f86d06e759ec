import type { Readable } from 'node:stream';
import { type HomeFiles, homeFileLimit } from '@hexpedition/contract';
import { HomeFileRefused, type LabRuntime, NoWorkspace, WorkspaceFull } from '@hexpedition/lab-runtime';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError, notFound, tooMany } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { rules } from '../instances.policy.ts';
import { findNewestInstance } from '../instances.read-model.ts';
import { activeStates } from '../instances.store.ts';
import { type SelectWorkspace, selectLabWithWorkspace } from '../workspaces/select-workspace.ts';
import type { HomeSaver } from './home-saver.ts';

/** Maximum number of listed files. */
const maxFiles = 500;
/** Time limit for reading a file. */
const readTimeoutMs = 20_000;
/** Files are in memory during a transfer: at most eight files of 8 MB. */
const limitTransfers = createConcurrencyLimiter({ maxRunning: 8, maxQueued: 64, createError: () => tooMany(5) });

export type HomeService = ReturnType<typeof createHomeService>;

/** Creates the service with which learners list, read, write and delete files of their homes. */
export function createHomeService(deps: {
  db: Db;
  limiter: RateLimiter;
  runtime: () => Promise<LabRuntime>;
  homes: Pick<HomeSaver, 'discard'>;
  selectWorkspace: SelectWorkspace;
  onUse: (instancePk: number) => void;
}) {
  const { db, runtime } = deps;

  async function enter(viewer: Viewer, slug: string): Promise<{ ref: string; driver: LabRuntime; pk: number }> {
    const { ref, pk } = await deps.selectWorkspace(viewer, slug);
    await deps.limiter.take(rules.files, String(viewer.pk));
    return { ref, pk, driver: await runtime() };
  }

  return {
    /** @throws AppError not_found, instance_not_running, too_many_requests */
    async list(viewer: Viewer, slug: string): Promise<HomeFiles> {
      const { ref, driver } = await enter(viewer, slug);
      // One file more than is shown, to detect whether there are more.
      const files = await mapErrors(driver.listHome(ref, maxFiles + 1));
      return {
        files: files
          .slice(0, maxFiles)
          .map(({ path, bytes, modifiedAt }) => ({ path, bytes, modified_at: modifiedAt.toISOString() })),
        more: files.length > maxFiles,
      };
    },

    /** @throws AppError not_found, instance_not_running, too_large, too_many_requests */
    async read(viewer: Viewer, slug: string, path: string): Promise<Buffer> {
      const { ref, driver } = await enter(viewer, slug);
      return limitTransfers(async () => {
        const stream = await mapErrors(driver.readHomeFile(ref, path, homeFileLimit));
        if (!stream) throw notFound('file');
        return collect(stream);
      });
    },

    /** @throws AppError not_found, instance_not_running, file_invalid, too_many_requests */
    async write(viewer: Viewer, slug: string, path: string, content: Buffer): Promise<void> {
      const { ref, driver, pk } = await enter(viewer, slug);
      await limitTransfers(() => mapErrors(driver.writeHomeFile(ref, path, content)));
      deps.onUse(pk);
    },

    /** Deletes a home, so that the next instance has a new one. @throws AppError not_found, conflict */
    async deleteHome(viewer: Viewer, slug: string): Promise<void> {
      const lab = await selectLabWithWorkspace(db, slug);
      const newest = await findNewestInstance(db, viewer.pk, lab.pk);
      if (newest && (activeStates as readonly string[]).includes(newest.status)) {
        throw new AppError('conflict', 'The home is in use. Stop this lab first.');
      }
      await deps.homes.discard({ userPk: viewer.pk, labPk: lab.pk });
    },
  };
}

/** Maps errors of the workspace to API errors. */
async function mapErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoWorkspace) throw new AppError('instance_not_running', 'The workspace has ended.');
    if (error instanceof WorkspaceFull) throw tooMany(5);
    if (error instanceof HomeFileRefused) throw new AppError('file_invalid', error.message);
    throw error;
  }
}

/** Reads a whole file with a time and size limit, because the learner's programs may change it or block during the read. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => stream.destroy(new Error('Reading took too long.')), readTimeoutMs).unref();
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > homeFileLimit) break;
    }
  } catch (error) {
    if (bytes < homeFileLimit)
      throw new AppError('not_found', `The file could not be read: ${(error as Error).message}`);
    bytes = homeFileLimit + 1;
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  if (bytes > homeFileLimit) throw new AppError('too_large', 'This file is larger than 8 MB.');
  return Buffer.concat(chunks);
}
