import type { Training } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { trainingQuery } from '../../queries.public.ts';
import DrillModule from './drill-module.tsx';
import type { Drill } from './use-drill.ts';

const read = 'GET /api/subchapter/:slug/drill/:id';
const check = 'POST /api/subchapter/:slug/drill/:id';
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
/** As much of a course as decides about who may ask for what. */
const training = { slug: 'xor', tier: 0, requires: [] } as unknown as Training;
const solution = { answer: 'gull', steps: ['XOR undoes itself: `c ^ k`.'] };

const round = (number: number) => ({ round: number, given: [{ label: 'Ciphertext', text: `own${number}` }] });

/** A learner, or a visitor, in front of a drill; the server thinks that `gull` is right. */
async function stand({ isMember = true, held = Promise.resolve() } = {}) {
  let current = 1;
  const shown = await renderApp(<DrillModule lesson="bytes" training="xor" drill={drill} />, {
    ...(isMember && { user: buildUser() }),
    seed: (client) => client.setQueryData(trainingQuery('xor').queryKey, training),
    answers: {
      [read]: async () => {
        await held;
        return round(current);
      },
      [check]: ({ body }) => {
        if (body.round !== current) return rejection('conflict', { msg: 'You have gone on in another tab.' });
        const correct = body.answer === 'gull';
        if (correct) current += 1;
        const points = correct && current === 2 ? 3 : 0;
        return { correct, points, rank: null, solution: correct ? solution : null };
      },
      [show]: () => {
        current += 1;
        return solution;
      },
      'GET /api/progress/:training/flags': { flags: [] },
    },
  });
  const field = () => screen.getByLabelText('Your answer');
  const say = async (text: string) => {
    await shown.person.clear(field());
    await shown.person.type(field(), `${text}{Enter}`);
  };
  return { ...shown, field, say, goOn: () => (current += 1) };
}

test('a visitor sees an example, and that an account is needed for numbers of one’s own', async () => {
  const { say, server } = await stand({ isMember: false });
  screen.getByText('c0ffee');
  screen.getByText(/^An example\./);
  await say('gull');
  await screen.findByText(/^Drills are checked for those with an account\./);
  expect(server.callsOf(check)).toEqual([]);
});

test('who asks how it is done before their numbers have come, once or twice, is told when they have', async () => {
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  const { person, server } = await stand({ held });
  const ask = screen.getByRole('button', { name: 'Show how it is done' });
  await person.click(ask);
  await person.click(ask);
  expect(server.callsOf(show)).toEqual([]);
  send();
  await screen.findByText('How it is done');
  expect(server.callsOf(show)).toHaveLength(1);
  expect(server.callsOf(read)).toHaveLength(1);
});

test('a learner gets numbers of their own; a wrong answer stays in the field, and the next try says nothing old', async () => {
  const { say, field, person } = await stand();
  await screen.findByText('own1');
  expect(screen.queryByText(/^An example\./)).toBeNull();
  await say('tern');
  await screen.findByText('Not that. Your numbers stay the same, so try again.');
  expect(field()).toHaveProperty('value', 'tern');
  await person.type(field(), 's');
  expect(screen.queryByText(/^Not that\./)).toBeNull();
});

test('a right answer gives points and says how it is done; another one has other numbers and an empty field', async () => {
  const { say, field, person } = await stand();
  await screen.findByText('own1');
  await say('gull');
  await screen.findByText('Right. 3 points for you.');
  // What was solved stays in sight beside its solution.
  screen.getByText('own1');
  expect(screen.getByText('c ^ k').tagName).toBe('CODE');
  await person.click(screen.getByRole('button', { name: 'Another one' }));
  await screen.findByText('own2');
  expect(field()).toHaveProperty('value', '');
  expect(document.activeElement).toBe(field());
  await say('gull');
  await screen.findByText('Right.');
});

test('whoever asks how it is done sees it, and can answer only the next one', async () => {
  const { person, server, field } = await stand();
  await screen.findByText('own1');
  await person.click(screen.getByRole('button', { name: 'Show how it is done' }));
  await screen.findByText('This one gives no points any more. The next one does.');
  screen.getByText('gull');
  expect(field()).toHaveProperty('readOnly', true);
  expect(server.callsOf(show)).toMatchObject([{ body: { round: 1 } }]);
  await person.click(screen.getByRole('button', { name: 'Another one' }));
  await screen.findByText('own2');
});

test('nothing empty is sent, and what another tab has gone on to takes the place of the old numbers', async () => {
  const { say, server, goOn } = await stand();
  await screen.findByText('own1');
  await say('   ');
  expect(server.callsOf(check)).toEqual([]);
  goOn();
  await say('gull');
  await screen.findByText('You have gone on in another tab.');
  await screen.findByText('own2');
});
