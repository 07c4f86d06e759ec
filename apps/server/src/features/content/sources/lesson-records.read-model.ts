import type { Subchapter, Training } from '@hexpedition/curriculum/source/curriculum-types';
import type { LessonRecord } from '@hexpedition/curriculum/source/lesson-cache';
import type { TrainingReading } from '@hexpedition/curriculum/source/read-curriculum';
import { anyOf, type Db } from '#platform/db/db';

/** A stored reading of a lesson. The lesson itself is part of the compiled training. */
interface StoredRecord extends Omit<LessonRecord, 'lesson'> {
  fingerprint: string;
  uid: string;
}

/** Reads the stored readings of lessons that are still current, by file. @param folders folders of trainings */
export async function readLessonRecords(
  db: Db,
  folders: readonly string[],
  fingerprints: ReadonlyMap<string, string>,
): Promise<Map<string, LessonRecord>> {
  if (folders.length === 0) return new Map();
  const rows = await db
    .selectFrom('compiled_trainings')
    .select(['training', 'lessons'])
    .where('folder', '=', anyOf(folders))
    .execute();
  const records = new Map<string, LessonRecord>();
  for (const row of rows) {
    // Both were written by `storeCompiled`.
    const stored = row.lessons as unknown as Record<string, StoredRecord>;
    const lessons = lessonsByUid(row.training as unknown as Training);
    for (const [file, { fingerprint, uid, ...record }] of Object.entries(stored)) {
      const lesson = lessons.get(uid);
      if (lesson && fingerprint === fingerprints.get(file)) records.set(file, { ...record, lesson });
    }
  }
  return records;
}

const lessonsByUid = ({ chapters }: Training): Map<string, Subchapter> =>
  new Map(chapters.flatMap(({ subchapters }) => subchapters.map((lesson) => [lesson.uid, lesson] as const)));

/** Returns the readings of a training's lessons as `readLessonRecords` expects them. */
export function storedRecordsOf(
  { lessons }: TrainingReading,
  fingerprints: ReadonlyMap<string, string>,
): Record<string, StoredRecord> {
  return Object.fromEntries(
    [...lessons].flatMap(([file, { lesson, ...record }]) => {
      const fingerprint = fingerprints.get(file);
      return lesson && fingerprint ? [[file, { ...record, uid: lesson.uid, fingerprint }]] : [];
    }),
  );
}
