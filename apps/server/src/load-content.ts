import { join } from 'node:path';
import { syncCurriculum } from '#features/content/content.public';
import { syncLabs } from '#features/labs/labs.public';
import type { Db } from '#platform/db/db';
import type { ProcessLog } from '#platform/log';
import { projectRoot } from '#platform/paths';

/**
 * Loads the labs and courses of this version into the database, if they differ. Logs what is wrong with those that it did not load.
 * @returns whether it could load everything
 */
export async function loadContent(db: Db, { info, warn }: Pick<ProcessLog, 'info' | 'warn'>): Promise<boolean> {
  const labsDone = stopwatch(info);
  const { changed, problems } = await syncLabs(db, join(projectRoot, 'labs'), () => info('Updating the labs …'));
  if (changed.length > 0) labsDone('Labs updated');
  for (const problem of problems) warn(`A lab was not loaded: ${problem}`);
  const coursesDone = stopwatch(info);
  const report = await syncCurriculum({
    ...{ db, root: join(projectRoot, 'curriculum') },
    onImport: (files) => info(`Importing the courses, ${files} files …`),
  });
  if (report?.applied) coursesDone('Courses imported');
  const [error] = report?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  if (error) {
    warn(`The curriculum was not imported: ${error.file}:${error.line}: ${error.message}`);
    warn('The platform keeps showing the previous version. List all problems: npm run import -- curriculum --dry-run');
  }
  const removedCourses = report?.changes.filter(({ kind, change }) => kind === 'training' && change === 'gone') ?? [];
  if (removedCourses.length > 0) {
    warn(`These courses are hidden now: ${removedCourses.map(({ name }) => name).join(', ')}.`);
    warn('If they came from your own folder, import it again: npm run import -- <folder>');
  }
  return problems.length === 0 && !error;
}

/** Returns a function that logs what has ended and how long it took. */
function stopwatch(log: (line: string) => void): (ended: string) => void {
  const start = performance.now();
  return (ended) => log(`${ended} after ${Math.round((performance.now() - start) / 1_000)} s.`);
}
