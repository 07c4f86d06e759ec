import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { QuizModule } from './quiz-module.tsx';
import type { Quiz } from './use-quiz.ts';

const check = 'POST /api/subchapter/:slug/quiz/:id';
const names = { first: 'Knock', second: 'Listen', third: 'Enter' };

const quiz = (answer_kind: Quiz['answer_kind']): Quiz => ({
  kind: 'quiz',
  id: 'door',
  answer_kind,
  question_html: '<p>What now?</p>',
  options: answer_kind === 'free' ? [] : Object.entries(names).map(([id, html]) => ({ id, html })),
});

/** A question whose right answer is given; the server says nothing else of it. */
async function ask(kind: Quiz['answer_kind'], right: string[] = []) {
  const shown = await renderApp(<QuizModule lesson="doors" quiz={quiz(kind)} />, {
    answers: {
      [check]: ({ body }) => {
        const correct = JSON.stringify(body.answer) === JSON.stringify(right);
        return { correct, explanation_html: correct ? '<p>Because it is open.</p>' : null, replies: [] };
      },
    },
  });
  const sent = () => shown.server.callsOf(check).map(({ body }) => body.answer);
  const press = () => shown.person.click(screen.getByRole('button', { name: 'Check' }));
  return { ...shown, sent, press };
}

test('nothing is sent before there is an answer', async () => {
  const { press, sent, person } = await ask('free');
  const button = screen.getByRole('button', { name: 'Check' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await press();
  await person.type(screen.getByLabelText('Your answer'), '   {Enter}');
  expect(sent()).toEqual([]);
});

test('one of several: a wrong answer says so without the explanation, another one is asked anew', async () => {
  const { press, sent, person } = await ask('single', ['second']);
  await person.click(screen.getByLabelText('Knock'));
  await press();
  await screen.findByText('Not that one. Read the question once more.');
  expect(screen.queryByText('Because it is open.')).toBeNull();
  // The verdict is on that answer: it goes with it, and the same answer is not sent twice.
  expect(screen.getByRole('button', { name: 'Check' }).getAttribute('aria-disabled')).toBe('true');
  await person.click(screen.getByLabelText('Listen'));
  expect(screen.queryByText('Not that one. Read the question once more.')).toBeNull();
  await press();
  await screen.findByText('Right.');
  expect(screen.getByText('Because it is open.')).toBeTruthy();
  expect(sent()).toEqual([['first'], ['second']]);
});

test('several: what is ticked twice is not ticked', async () => {
  const { press, sent, person } = await ask('multiple', ['first', 'third']);
  for (const name of ['Knock', 'Listen', 'Enter', 'Listen']) await person.click(screen.getByLabelText(name));
  await press();
  await screen.findByText('Right.');
  expect(sent()).toEqual([['first', 'third']]);
});

test('an order: the buttons move a line, keep the focus, and say where it is', async () => {
  const { press, sent, person } = await ask('ordering', ['second', 'first', 'third']);
  const lines = () => within(screen.getByRole('list')).getAllByRole('listitem');
  const up = within(lines()[1] as HTMLElement).getByRole('button', { name: 'Move up' });
  await person.click(up);
  expect(lines().map((line) => line.textContent)).toEqual(['1Listen', '2Knock', '3Enter']);
  expect(screen.getByText('Now 1 of 3')).toBeTruthy();
  expect(lines()[0]?.contains(document.activeElement)).toBe(true);
  await press();
  await screen.findByText('Right.');
  expect(sent()).toEqual([['second', 'first', 'third']]);
});

test('free: the space around an answer is not part of it, and Enter checks', async () => {
  const { sent, person } = await ask('free', ['hexagon']);
  await person.type(screen.getByLabelText('Your answer'), ' hexagon {Enter}');
  await screen.findByText('Right.');
  expect(sent()).toEqual([['hexagon']]);
});

test('a check that fails keeps the answer and can be tried again', async () => {
  const { press, person, server } = await ask('single', ['first']);
  server.change({ [check]: refusal('too_many_requests', { msg: 'Wait a moment.' }) });
  await person.click(screen.getByLabelText('Knock'));
  await press();
  await screen.findByText('Wait a moment.');
  expect((screen.getByLabelText('Knock') as HTMLInputElement).checked).toBe(true);
  server.change({ [check]: { correct: true, explanation_html: null, replies: [] } });
  await press();
  await screen.findByText('Right.');
  await waitFor(() => expect(screen.queryByText('Wait a moment.')).toBeNull());
});
