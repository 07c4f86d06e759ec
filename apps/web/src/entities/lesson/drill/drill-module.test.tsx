import type { Training } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { readVisitorProgress } from '../../progress/visitor-progress.ts';
import { trainingQuery } from '../../training/training-queries.ts';
import DrillModule from './drill-module.tsx';
import type { Drill } from './use-drill.ts';

const read = 'GET /api/subchapter/:slug/drill/:id';
const check = 'POST /api/subchapter/:slug/drill/:id';
const checkVisitor = 'POST /api/subchapter/:slug/drill/:id/visitor';
const show = 'POST /api/subchapter/:slug/drill/:id/solution';

const drill: Drill = {
  kind: 'drill',
  id: 'undo',
  title: 'Undo one byte',
  html: '<p>XOR it.</p>',
  points: 3,
  form: 'the text',
  sample: [{ label: 'Ciphertext', text: 'c0ffee' }],
};
/** Fields of a course that decide about access. */
const training = { slug: 'xor', tier: 0, requires: [] } as unknown as Training;
const solution = { answer: 'gull', steps: ['XOR undoes itself: `c ^ k`.'] };

const round = (number: number, rounds: { needed: number; solved: number }) => ({
  round: number,
  given: [{ label: 'Ciphertext', text: `own${number}` }],
  rounds_needed: rounds.needed,
  rounds_solved: rounds.solved,
});

/** Renders a drill for a learner or a visitor. The server accepts the answer `gull`. */
async function renderDrill({ isMember = true, held = Promise.resolve(), needed = 1 } = {}) {
  let current = 1;
  let solved = 0;
  const shown = await renderApp(<DrillModule lesson="bytes" training="xor" revision={1} module={drill} />, {
    ...(isMember && { user: buildUser() }),
    seed: (client) => client.setQueryData(trainingQuery('xor').queryKey, training),
    answers: {
      [read]: async () => {
        await held;
        return round(current, { needed, solved: Math.min(solved, needed - 1) });
      },
      [check]: ({ body }) => {
        if (body.round !== current) return rejection('conflict', { msg: 'You started the next round in another tab.' });
        const correct = body.answer === 'gull';
        const isEnded = correct || body.answer === 'third' || needed > 1;
        if (isEnded) current += 1;
        solved = correct ? solved + 1 : 0;
        const points = solved === needed ? 3 : 0;
        const reason = correct ? null : 'Only spaces differ.';
        return { correct, points, rank: null, reason, rounds_solved: solved, solution: isEnded ? solution : null };
      },
      [show]: () => {
        current += 1;
        return solution;
      },
      'GET /api/progress/:training/flags': { flags: [] },
      'GET /api/subchapter/:slug/drill/:id/visitor': ({ query }) => ({
        given: [{ label: 'Ciphertext', text: `values of ${query.key}` }],
        rounds_needed: needed,
      }),
      [checkVisitor]: ({ body }) =>
        body.answer === 'spent'
          ? rejection('conflict', { msg: 'That was the last try.' })
          : { correct: body.answer === 'gull', points: 0, reason: null },
    },
  });
  const field = () => screen.getByLabelText('Your answer');
  const submitAnswer = async (text: string) => {
    await shown.person.clear(field());
    await shown.person.type(field(), `${text}{Enter}`);
  };
  return { ...shown, field, submitAnswer, startNextRound: () => (current += 1) };
}

test('gives a visitor their own values, and checks the answer at once', async () => {
  const { submitAnswer, server } = await renderDrill({ isMember: false });
  await screen.findByText(/^values of [0-9a-f]{32}$/);
  await submitAnswer('tern');
  await screen.findByText('Not correct. Your values stay the same, so try again.');
  expect(readVisitorProgress()).toEqual({});
  await submitAnswer('gull');
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(link.closest('p')?.textContent).toBe('Correct. Create an account to keep your 3 points, or log in.');
  expect(link.getAttribute('href')).toMatch(/%23drill-undo$/);
  expect(document.activeElement).toBe(link);
  const key = server.callsOf(checkVisitor)[1]?.body.key;
  expect(readVisitorProgress()).toEqual({
    bytes: { training: 'xor', drills: { undo: { key, answer: 'gull' } } },
  });
  expect(screen.queryByLabelText('Your answer')).toBeNull();
  expect(server.callsOf(check)).toEqual([]);
});

test('draws new values for a visitor whose tries are used up', async () => {
  const { submitAnswer } = await renderDrill({ isMember: false });
  const before = (await screen.findByText(/^values of /)).textContent;
  await submitAnswer('spent');
  await screen.findByText('That was the last try.');
  await waitFor(() => expect(screen.getByText(/^values of /).textContent).not.toBe(before));
});

test('draws new values for a visitor after each wrong answer that is easy to guess', async () => {
  const { submitAnswer } = await renderDrill({ isMember: false, needed: 2 });
  const before = (await screen.findByText(/^values of /)).textContent;
  screen.getByText(/^The answer is easy to guess\. To earn the points, give two correct answers in a row\./);
  screen.getByText('Without an account, you can give the first of the two, and keep it for an account.');
  await submitAnswer('tern');
  await screen.findByText('Not correct. Try again with new values.');
  await waitFor(() => expect(screen.getByText(/^values of /).textContent).not.toBe(before));
  await submitAnswer('gull');
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(link.closest('p')?.textContent).toBe('Correct. Create an account to keep your correct answer, or log in.');
});

test('explains that points need two correct answers in a row, and counts them', async () => {
  const { submitAnswer, person } = await renderDrill({ needed: 2 });
  await screen.findByText('own1');
  screen.getByText(/^The answer is easy to guess\./);
  await submitAnswer('gull');
  await screen.findByText('Correct. One more earns the points.');
  await person.click(screen.getByRole('button', { name: 'Next round' }));
  await screen.findByText('own2');
  screen.getByText('Your last answer was correct. Answer this one correctly too, to earn the points.');
  await submitAnswer('tern');
  await screen.findByText('Not correct. Only spaces differ. The next round has new values.');
  await person.click(screen.getByRole('button', { name: 'Next round' }));
  await screen.findByText(/^The answer is easy to guess\./);
  for (const text of ['Correct. One more earns the points.', 'Correct. You earned 3 points.']) {
    await submitAnswer('gull');
    await screen.findByText(text);
    await person.click(screen.getByRole('button', { name: 'Next round' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Next round' })).toBeNull());
  }
});

test('tells a visitor that solutions need an account', async () => {
  const { person } = await renderDrill({ isMember: false });
  await screen.findByText(/^values of /);
  await person.click(screen.getByRole('button', { name: 'Show solution' }));
  await screen.findByText(/^You need an account to see solutions\./);
});

test('shows the solution after the values have loaded when the button was clicked early, even twice', async () => {
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  const { person, server } = await renderDrill({ held });
  const showSolution = screen.getByRole('button', { name: 'Show solution' });
  await person.click(showSolution);
  await person.click(showSolution);
  expect(server.callsOf(show)).toEqual([]);
  send();
  await screen.findByText('Solution');
  expect(server.callsOf(show)).toHaveLength(1);
  expect(server.callsOf(read)).toHaveLength(1);
});

test('shows a learner their own values, keeps a wrong answer in the field, and clears the feedback on the next input', async () => {
  const { submitAnswer, field, person } = await renderDrill();
  await screen.findByText('own1');
  expect(screen.queryByText(/without an account/)).toBeNull();
  await submitAnswer('tern');
  await screen.findByText('Not correct. Only spaces differ. Your values stay the same, so try again.');
  expect(field()).toHaveProperty('value', 'tern');
  await person.type(field(), 's');
  expect(screen.queryByText(/^Not correct\./)).toBeNull();
});

test('gives points and shows the solution for a correct answer; the next round has new values and an empty field', async () => {
  const { submitAnswer, field, person } = await renderDrill();
  await screen.findByText('own1');
  await submitAnswer('gull');
  await screen.findByText('Correct. You earned 3 points.');
  // The solved values stay visible beside the solution.
  screen.getByText('own1');
  expect(screen.getByText('c ^ k').tagName).toBe('CODE');
  await person.click(screen.getByRole('button', { name: 'Next round' }));
  await screen.findByText('own2');
  expect(field()).toHaveProperty('value', '');
  expect(document.activeElement).toBe(field());
  await submitAnswer('gull');
  await screen.findByText('Correct.');
});

test('shows the solution after the last wrong answer, and moves the focus to the next round', async () => {
  const { submitAnswer } = await renderDrill();
  await screen.findByText('own1');
  await submitAnswer('third');
  await screen.findByText(/^Not correct\. .* After three wrong answers, the next round has new values\.$/);
  screen.getByText('gull');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next round' }));
});

test('shows the solution on request, without an answer field until the next round', async () => {
  const { person, server, field } = await renderDrill();
  await screen.findByText('own1');
  await person.click(screen.getByRole('button', { name: 'Show solution' }));
  await screen.findByText('No points for this one now. Start the next round to earn points.');
  screen.getByText('gull');
  expect(screen.queryByLabelText('Your answer')).toBeNull();
  expect(server.callsOf(show)).toMatchObject([{ body: { round: 1 } }]);
  await person.click(screen.getByRole('button', { name: 'Next round' }));
  await screen.findByText('own2');
  expect(document.activeElement).toBe(field());
});

test('does not send an empty answer, and shows the new values when another tab started the next round', async () => {
  const { submitAnswer, server, startNextRound } = await renderDrill();
  await screen.findByText('own1');
  await submitAnswer('   ');
  expect(server.callsOf(check)).toEqual([]);
  startNextRound();
  await submitAnswer('gull');
  await screen.findByText('You started the next round in another tab.');
  await screen.findByText('own2');
});
