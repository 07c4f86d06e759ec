import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isCompleted, isOpen, missingPrerequisites } from '#features/training-access/training-access.public';
import type { Viewer } from '#platform/http/viewer';
import { buildChapter, buildSubchapter, buildTraining, buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { readCourseTree, readLearnerRecord } from './course-tree.read-model.ts';
import { Standing } from './progress.policy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const lesson = fc.record({ hidden: fc.boolean(), isDone: fc.boolean() });
const course = fc.record({
  tier: fc.constantFrom(0, 1, 2, 3),
  hidden: fc.boolean(),
  hasPassedTest: fc.boolean(),
  chapters: fc.array(fc.record({ hidden: fc.boolean(), lessons: fc.array(lesson, { maxLength: 2 }) }), {
    maxLength: 2,
  }),
  /** The courses before this one that it requires. */
  requires: fc.subarray([0, 1, 2, 3]),
});
const school = fc.record({
  courses: fc.array(course, { minLength: 2, maxLength: 5 }),
  tier: fc.constantFrom(0, 1, 2, 3),
  freeTier: fc.constantFrom(0, 1),
  isSuperuser: fc.boolean(),
  previewed: fc.option(fc.nat(4)),
});

it('opens, locks and completes the same courses as the rules in SQL', async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(school, async ({ courses, tier, freeTier, isSuperuser, previewed }) => {
      const { pk } = await buildUser(db);
      const built: { pk: number; slug: string }[] = [];
      for (const given of courses) {
        const requires = given.requires.flatMap((i) => built[i]?.slug ?? []);
        const training = await buildTraining(db, { tier: given.tier, hidden: given.hidden, requires });
        built.push(training);
        for (const part of given.chapters) {
          const chapter = await buildChapter(db, { trainingPk: training.pk });
          await db.updateTable('chapters').set({ hidden: part.hidden }).where('pk', '=', chapter.pk).execute();
          for (const { hidden, isDone } of part.lessons) {
            const { pk: lessonPk } = await buildSubchapter(db, { chapterPk: chapter.pk, hidden });
            if (isDone)
              await db
                .insertInto('completions')
                .values({ user_pk: pk, subchapter_pk: lessonPk, revision: 1 })
                .execute();
          }
        }
        if (given.hasPassedTest)
          await db
            .insertInto('test_out_tries')
            .values({ user_pk: pk, training_pk: training.pk, attempts: 1, last_at: new Date(), passed_at: new Date() })
            .execute();
      }
      const preview = previewed === null ? null : (built[previewed]?.slug ?? null);
      const viewer = { pk, tier, freeTier, isSuperuser, preview } as Viewer;
      const tree = await readCourseTree(db);
      const standing = new Standing(tree, await readLearnerRecord(db, pk));
      const bySql = await db
        .selectFrom('trainings')
        .select(['slug', isCompleted(pk, 'trainings').as('isCompleted'), isOpen(viewer, 'trainings').as('isOpen')])
        .select(missingPrerequisites(pk, 'trainings').as('missing'))
        .where(
          'trainings.pk',
          'in',
          built.map((one) => one.pk),
        )
        .orderBy('pk')
        .execute();
      const expected = bySql.map(({ missing, ...row }) => ({ ...row, isLocked: !isSuperuser && missing.length > 0 }));
      const actual = built.map(({ slug }) => {
        const one = tree.bySlug.get(slug);
        if (!one) throw new Error(`No course ${slug}.`);
        return {
          slug,
          isCompleted: standing.isCompleted(one),
          isOpen: standing.isOpen(viewer, one),
          isLocked: standing.hasMissingPrerequisites(viewer, one),
        };
      });
      expect(actual).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
