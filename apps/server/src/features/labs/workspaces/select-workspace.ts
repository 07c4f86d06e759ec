import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { findNewestInstance } from '../instances.read-model.ts';

/** A learner's workspace that runs on this node. */
interface RunningWorkspace {
  /** Key of the instance. */
  pk: number;
  ref: string;
  labPk: number;
}

/** @throws AppError not_found, instance_not_running */
export type SelectWorkspace = (viewer: Viewer, slug: string) => Promise<RunningWorkspace>;

export function createSelectWorkspace({
  db,
  clock,
  runner,
}: {
  db: Db;
  clock: Clock;
  runner: string;
}): SelectWorkspace {
  return async (viewer, slug) => {
    const lab = await selectLabWithWorkspace(db, slug);
    const row = await findNewestInstance(db, viewer.pk, lab.pk);
    const isRunning = row?.status === 'running' && row.expires_at !== null && row.expires_at > clock.now();
    if (!isRunning || !row.driver_ref || row.runner !== runner) {
      throw new AppError('instance_not_running', 'This lab is not running. Start it first.');
    }
    return { pk: row.pk, ref: row.driver_ref, labPk: lab.pk };
  };
}

/** Returns a lab with a workspace. @throws AppError not_found */
export async function selectLabWithWorkspace(db: Db, slug: string) {
  const lab = await selectLab(db, slug);
  if (!lab.workspace) throw new AppError('not_found', 'This lab has no workspace.');
  return lab;
}
