import type { FlagVerdict, Training } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { readVisitorProgress } from '../progress/visitor-progress.ts';
import { trainingQuery } from '../training/training-queries.ts';
import { FlagModule } from './flag-module.tsx';
import type { ModuleOf } from './module-props.ts';

const submit = 'POST /api/subchapter/:slug/flag/:id/visitor';
const module: ModuleOf<'flag'> = { kind: 'flag', id: 'peek', title: 'The source', html: '', points: 10 };
/** Fields of a course that decide about access. */
const training = { slug: 'course', tier: 0, requires: [] } as unknown as Training;

/** Renders a flag for a visitor. The server accepts `flag{x}`. */
async function show() {
  const verdict: FlagVerdict = { result: 'wrong', points: 0, flag: null, hint: null, rank: null, first: false };
  const shown = await renderApp(<FlagModule lesson="one" training="course" revision={1} module={module} />, {
    path: '/courses/course/part/one',
    seed: (client) => client.setQueryData(trainingQuery('course').queryKey, training),
    answers: {
      [submit]: ({ body }) => {
        if (body.flag === 'flag{again}') return rejection('too_many_requests', { retry_after: 20 });
        if (body.flag !== 'flag{x}') return verdict;
        return { ...verdict, result: 'right', flag: { id: 'peek', name: 'The source' } };
      },
    },
  });
  const send = (text: string) =>
    shown.person.type(screen.getByLabelText('The flag that you found'), `${text.replace('{', '{{')}{Enter}`);
  return { ...shown, send };
}

test('tells a visitor at once that a flag is wrong, and keeps nothing', async () => {
  const { send } = await show();
  await send('flag{y}');
  await screen.findByText('Not correct. Copy the whole flag, including the braces.');
  expect(readVisitorProgress()).toEqual({});
});

test('keeps the correct flag of a visitor, with links to an account that return to this flag', async () => {
  const first = await show();
  await first.send('flag{x}');
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(link.closest('p')?.textContent).toBe('Correct. Create an account to keep your 10 points, or log in.');
  expect(link.getAttribute('href')).toBe('/signup?next=%2Fcourses%2Fcourse%2Fpart%2Fone%23flag-peek');
  expect(document.getElementById('flag-peek')?.contains(link)).toBe(true);
  expect(document.activeElement?.textContent).toBe('Correct');
  expect(readVisitorProgress()).toEqual({ one: { training: 'course', flags: { peek: { flag: 'flag{x}' } } } });
  first.unmount();

  // The next visit shows it again, without another call.
  const second = await show();
  await screen.findByText(/to keep your 10 points/);
  expect(screen.queryByLabelText('The flag that you found')).toBeNull();
  expect(second.server.callsOf(submit)).toEqual([]);
});

test('makes a visitor wait after too many attempts', async () => {
  const { send } = await show();
  await send('flag{again}');
  expect((await screen.findByText(/^Too many attempts\./)).textContent).toBe('Too many attempts. Try again in 20 s.');
});
