import type { LabSolutions as Answer, LabOpinion } from '@hexpedition/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildLab, buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { FirstSolves } from '../lab-page/lab-overview.tsx';
import { LabRating, Ratings } from './lab-rating.tsx';
import { LabSolutions } from './lab-solutions.tsx';
import { OwnSolution } from './own-solution.tsx';

const opinion = 'GET /api/lab/:slug/opinion';
const rate = 'PUT /api/lab/:slug/rating';
const write = 'PUT /api/lab/:slug/solution';
const read = 'GET /api/lab/:slug/solutions';
const at = '2026-11-03T12:06:00.000Z';

const own = (solution: Partial<LabOpinion['solution']> | null, difficulty: number | null = null): LabOpinion => ({
  solution: solution && { text: '', html: '', published: false, hidden: false, updated_at: at, ...solution },
  difficulty,
});

const firstSolve = (name: string, slug: string | null) => ({ name, slug, at });

test('names the first solvers, and links public profiles', async () => {
  const { container } = await renderApp(
    <FirstSolves first_solves={[firstSolve('mara', 'mara'), firstSolve('tove', null), firstSolve('finn', 'finn')]} />,
  );
  expect(container.textContent).toBe('First to solve it: mara on 3 Nov 2026, then tove and finn');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/mara',
    '/profile/finn',
  ]);
});

test('shows nothing when there are no solves yet', async () => {
  const { container } = await renderApp(<FirstSolves first_solves={[]} />);
  expect(container.textContent).toBe('');
});

test('shows five ratings with their votes, and saves a choice at once', async () => {
  const { server } = await renderApp(<LabRating lab={buildLab({ ratings: [0, 1, 3, 9, 2] })} />, {
    user: buildUser(),
    answers: { [opinion]: own(null, 2), [rate]: ({ body }) => own(null, body.difficulty) },
  });
  const group = screen.getByRole('group', { name: 'How hard was it?' });
  await waitFor(() =>
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).checked),
    ).toEqual([false, true, false, false, false]),
  );
  const hard = within(group).getByRole('radio', { name: '9 voted: Hard' });
  fireEvent.click(hard);
  // The choice must not jump back before the server has answered.
  expect((hard as HTMLInputElement).checked).toBe(true);
  await screen.findByText('Saved. You can change your rating at any time.');
  expect((hard as HTMLInputElement).checked).toBe(true);
  expect(server.callsOf(rate).map(({ body }) => body.difficulty)).toEqual([4]);
});

test('shows the error and reverts when a rating is not saved', async () => {
  const { person } = await renderApp(<LabRating lab={buildLab()} />, {
    user: buildUser(),
    answers: { [opinion]: own(null, 2), [rate]: rejection('forbidden', { msg: 'Solve it first.' }) },
  });
  await person.click(await screen.findByRole('radio', { name: /Very hard/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('Solve it first.');
  expect((screen.getByRole('radio', { name: /: Easy/ }) as HTMLInputElement).checked).toBe(true);
});

test('shows the ratings of others to learners who have not solved the lab', async () => {
  const { unmount } = await renderApp(<Ratings ratings={[0, 0, 0, 0, 0]} rating={{ mean: null, count: 0 }} />);
  expect(screen.queryByRole('region')).toBeNull();
  unmount();
  await renderApp(<Ratings ratings={[0, 1, 0, 2, 0]} rating={{ mean: 3.3, count: 3 }} />);
  expect(screen.getByRole('region', { name: 'How hard 3 learners found it' })).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});

const solution = (pk: number, changes: Partial<Answer['solutions'][number]> = {}): Answer['solutions'][number] => ({
  pk,
  username: `learner${pk}`,
  slug: null,
  image: null,
  html: `<p>Way ${pk}</p>`,
  published_at: at,
  own: false,
  hidden: false,
  ...changes,
});

test('loads solutions on request, page by page', async () => {
  const { person, server } = await renderApp(<LabSolutions slug="tide-table" />, {
    user: buildUser(),
    answers: {
      [read]: ({ query }) =>
        query.cursor
          ? { solutions: [solution(2)], next_cursor: null }
          : { solutions: [solution(1, { own: true, slug: 'mara' })], next_cursor: 'more' },
    },
  });
  expect(server.calls).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Show solutions' }));
  await screen.findByText('Way 1');
  expect(screen.getByText('You')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'learner1' }).getAttribute('href')).toBe('/profile/mara');
  expect(screen.queryByRole('button', { name: /^Hide/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('Way 2');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('distinguishes an empty list from a failed request', async () => {
  const answers = { [read]: { solutions: [], next_cursor: null } };
  const { person, server, unmount } = await renderApp(<LabSolutions slug="tide-table" />, {
    user: buildUser(),
    answers,
  });
  server.change({ [read]: rejection('unavailable', { msg: 'The server is busy.' }) });
  await person.click(screen.getByRole('button', { name: 'Show solutions' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
  server.change(answers);
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/Be the first/);
  unmount();
});

test('lets a superuser hide and restore a solution', async () => {
  const hide = 'PUT /api/admin/lab_solution/:pk';
  const { person, server } = await renderApp(<LabSolutions slug="tide-table" />, {
    user: buildUser({ is_superuser: true }),
    answers: { [read]: { solutions: [solution(1)], next_cursor: null }, [hide]: {} },
  });
  await person.click(screen.getByRole('button', { name: 'Show solutions' }));
  await person.click(await screen.findByRole('button', { name: 'Hide: the solution of learner1' }));
  await person.click(await screen.findByRole('button', { name: 'Restore: the solution of learner1' }));
  await screen.findByRole('button', { name: 'Hide: the solution of learner1' });
  expect(server.callsOf(hide).map(({ params, body }) => [params.pk, body.hidden])).toEqual([
    ['1', true],
    ['1', false],
  ]);
});

async function edit(solution: Parameters<typeof own>[0]) {
  const view = await renderApp(<OwnSolution slug="tide-table" />, {
    user: buildUser(),
    answers: {
      [opinion]: own(solution),
      [write]: ({ body: { text, published } }) =>
        own(text ? { text, published, html: `<p>${text}</p>`, updated_at: '2026-11-04T09:00:00.000Z' } : null),
      [read]: { solutions: [], next_cursor: null },
    },
  });
  return { ...view, field: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your solution' }) };
}
const sentBy = (server: Awaited<ReturnType<typeof edit>>['server']) => server.callsOf(write).map(({ body }) => body);
const button = (name: string) => screen.getByRole('button', { name });
const show = () => screen.getByRole('switch', { name: 'Publish to others who solved this lab' }) as HTMLInputElement;

test('saves, previews and publishes a solution', async () => {
  const { person, server, field } = await edit(null);
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  expect(show().disabled).toBe(true);
  await person.type(field, 'Look.');
  await person.click(button('Save'));
  await screen.findByText('Saved 4 Nov 2026');
  await person.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(within(screen.getByRole('tabpanel')).getByText('Look.')).toBeTruthy();
  fireEvent.click(show());
  expect(show().checked).toBe(true);
  await waitFor(() => expect(show().checked && !show().disabled).toBe(true));
  expect(sentBy(server)).toEqual([
    { text: 'Look.', published: false },
    { text: 'Look.', published: true },
  ]);
});

test('marks unsaved changes in the preview, and keeps the published text as saved', async () => {
  const { person, field } = await edit({ text: 'Old', html: '<p>Old</p>', published: true });
  expect(field.value).toBe('Old');
  await person.type(field, ' and new');
  expect(screen.getByText('Others see your last saved version.')).toBeTruthy();
  await person.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(screen.getByText(/This is your last saved version/)).toBeTruthy();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});

test('deletes the solution when an empty text is saved', async () => {
  const { person, server, field } = await edit({ text: 'Old', html: '<p>Old</p>', published: true });
  await person.clear(field);
  await person.click(button('Delete'));
  await waitFor(() => expect(sentBy(server)).toEqual([{ text: '', published: false }]));
  await waitFor(() => expect(show().checked).toBe(false));
});

test('keeps the local text when another tab saved meanwhile, and lets the learner load the other one', async () => {
  const { person, server, field, client } = await edit({ text: 'Old', html: '<p>Old</p>' });
  await person.type(field, ' mine');
  server.change({ [opinion]: own({ text: 'Theirs', updated_at: '2026-11-05T09:00:00.000Z' }) });
  await client.invalidateQueries({ queryKey: [opinion] });
  await screen.findByText('Another version was saved meanwhile');
  expect(field.value).toBe('Old mine');
  await person.click(button('Load that version'));
  expect(field.value).toBe('Theirs');
});

test('does not send a text that is too long, and shows a rejection by the server', async () => {
  const { person, server, field } = await edit(null);
  fireEvent.change(field, { target: { value: 'x'.repeat(20_001) } });
  expect(screen.getByText('Use at most 20,000 characters.')).toBeTruthy();
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(field, { target: { value: 'short' } });
  server.change({ [write]: rejection('too_many_requests', { msg: 'Not so fast.' }) });
  await person.click(button('Save'));
  await screen.findByText(/Not so fast/);
  expect(field.value).toBe('short');
});

test('tells the author that a superuser has hidden the solution', async () => {
  await edit({ text: 'Old', html: '<p>Old</p>', published: true, hidden: true });
  expect(screen.getByText('A superuser has hidden your solution')).toBeTruthy();
});
