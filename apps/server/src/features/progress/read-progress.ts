import type { Progress } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import type { SharedReadings } from '#platform/shared-readings';
import { readCourseTree, readLearnerRecord } from './course-tree.read-model.ts';
import { Standing } from './progress.policy.ts';
import type { ProgressFilter } from './resume.read-model.ts';

export type ReadProgress = (viewer: Viewer, filter: ProgressFilter) => Promise<Progress>;

/** Creates the function that reads a learner's progress: one statement, and the structure of the courses, which is kept. */
export function createReadProgress({ db, shared }: { db: Db; shared: SharedReadings | undefined }): ReadProgress {
  // Superusers see their own change of a course at once.
  const readTree = ({ isSuperuser }: Viewer) =>
    shared && !isSuperuser
      ? shared.read('course tree', ['/api/training', '/api/subchapter'], () => readCourseTree(db))
      : readCourseTree(db);
  return async (viewer, filter) => {
    const [tree, record] = await Promise.all([readTree(viewer), readLearnerRecord(db, viewer.pk)]);
    return new Standing(tree, record).progress(viewer, filter);
  };
}
