import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { chapters, training } from '../testing/open-lesson.tsx';
import { LessonTree } from './lesson-tree.tsx';

const writes = 'POST /api/admin/training/:slug';
const accepted = { applied: true, etag: '"2"', changes: [], diagnostics: [] };

async function openTree(answers: Answers = {}) {
  const app = await renderApp(<LessonTree training="sqli" current="first-quote" />, {
    user: buildUser({ is_superuser: true }),
    answers: {
      'GET /api/admin/training/:slug': training,
      'GET /api/admin/training/:slug/chapters': chapters,
      [writes]: accepted,
      ...answers,
    },
  });
  await screen.findByRole('link', { name: /The first quote/ });
  return app;
}
const sentOrders = (server: Awaited<ReturnType<typeof openTree>>['server']) =>
  server.callsOf(writes).map(({ body: { subchapters = [] } }) => subchapters.map(({ slug }) => slug));

test('moves a lesson with Alt and an arrow key, keeps its focus, and sends the whole order', async () => {
  const { person, server } = await openTree();
  const link = screen.getByRole('link', { name: /The first quote/ });
  link.focus();
  server.change({ 'GET /api/admin/training/:slug/chapters': { ...chapters, etag: '"2"' } });
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(sentOrders(server)).toEqual([['first-quote', 'what', 'second']]));
  expect(server.callsOf(writes)[0]?.body).toMatchObject({ etag: '"1"', overwrite: false });
  await screen.findByText('Moved The first quote up.');
});

test('reverts a move and shows the reason when another author changed the order meanwhile', async () => {
  const { person, server } = await openTree({
    [writes]: rejection('conflict', { msg: 'Mira has changed the order.' }),
  });
  await person.click(screen.getByRole('button', { name: 'Actions for The first quote' }));
  await person.click(screen.getByRole('menuitem', { name: 'Move down' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Mira has changed the order.');
  expect(sentOrders(server)).toEqual([['what', 'first-quote', 'second']]);
  await waitFor(() =>
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Server requests', 'The first quote']),
    ),
  );
});

test('derives the address of a new lesson from its name', async () => {
  const { person, server } = await openTree();
  await person.click(screen.getByRole('button', { name: 'Add a lesson to Into the query' }));
  await person.type(screen.getByLabelText('Name'), 'Always true');
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('always-true');
  await person.click(screen.getByRole('button', { name: 'Create draft' }));
  await waitFor(() => expect(sentOrders(server)).toEqual([['what', 'first-quote', 'always-true', 'second']]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('withdraws and restores a lesson', async () => {
  const { person, server } = await openTree();
  await person.click(screen.getByRole('button', { name: 'Actions for The first quote' }));
  const [first, second] = chapters.chapters;
  const after = { ...chapters, chapters: [{ ...(first ?? expect.fail()), subchapters: [] }, second ?? expect.fail()] };
  server.change({
    'GET /api/admin/training/:slug/chapters': { ...after, withdrawn: first?.subchapters.slice(1) ?? [] },
  });
  await person.click(screen.getByRole('menuitem', { name: 'Withdraw' }));
  await waitFor(() => expect(sentOrders(server)[0]).toEqual(['what', 'second']));
  await person.click(await screen.findByRole('button', { name: 'Restore The first quote' }));
  await waitFor(() => expect(sentOrders(server)[1]?.at(-1)).toBe('first-quote'));
});

test('shows the state of each lesson', async () => {
  await openTree();
  expect(screen.getByText('3 lessons · 1 draft')).toBeTruthy();
  const link = screen.getByRole('link', { name: /Second-order/ });
  expect(within(link).getByRole('img', { name: 'draft, not visible to learners' })).toBeTruthy();
});
