import type { ImportedCourse } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { readTrainings } from '../authoring/find-training.ts';
import { findImportedFiles } from '../sources/sources.read-model.ts';

/** Finds the courses of a source's last import in their current state. */
export async function findImportedCourses(db: Db, source: string): Promise<ImportedCourse[]> {
  const [files, trainings] = await Promise.all([findImportedFiles(db, source), readTrainings(db)]);
  return trainings
    .filter(({ file }) => files.has(file.pk))
    .map(({ head: { slug, name, hidden } }) => ({ slug, name, hidden }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}
