import { isNotFound, isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { lesson } from '#features/authoring/testing/open-lesson.tsx';
import { makeQueryClient } from '#lib/query.ts';
import { type Answers, fakeApi, rejection } from '#lib/testing/fake-api.ts';
import { Route as lessonRoute } from './_main/admin/training/$training/$chapter/$subchapter.tsx';
import { Route as trainingRoute } from './_main/admin/training/$training/index.tsx';

const params = { training: lesson.training.slug, chapter: lesson.chapter.slug, subchapter: lesson.slug };

/** Runs the loader of a page. @returns what it throws; undefined if the page opens */
async function load({ options }: { options: object }, answers: Answers): Promise<unknown> {
  const { loader } = options as { loader: (arrival: object) => Promise<unknown> };
  const context = { queryClient: makeQueryClient(fakeApi(answers).api) };
  return loader({ context, params, location: { search: { view: 'revisions' } } }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

test.each([
  ['course', trainingRoute, 'GET /api/admin/training/:slug'],
  ['lesson', lessonRoute, 'GET /api/admin/subchapter/:slug'],
] as const)('an unknown %s in the admin area is not found', async (resource, route, call) => {
  const thrown = await load(route, { [call]: rejection('not_found') });
  expect([isNotFound(thrown), thrown]).toMatchObject([true, { data: { resource } }]);
});

test('a lesson in the admin area opens under its own chapter only', async () => {
  expect(await load(lessonRoute, { 'GET /api/admin/subchapter/:slug': lesson })).toBeUndefined();
  const moved = { ...lesson, chapter: { ...lesson.chapter, slug: 'moved' } };
  const thrown = await load(lessonRoute, { 'GET /api/admin/subchapter/:slug': moved });
  expect([isRedirect(thrown), thrown]).toMatchObject([
    true,
    { options: { params: { ...params, chapter: 'moved' }, search: { view: 'revisions' } } },
  ]);
});
