import type { QuizAnswers } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { readVisits } from '../../visit/visits.public.ts';
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
  const shown = await renderApp(<QuizModule lesson="doors" training="houses" revision={1} quiz={quiz(kind)} />, {
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

const kept = 'GET /api/subchapter/:slug/quizzes';
const asked = { lesson: 'doors', training: 'houses', revision: 2 };
const right = { correct: true, explanation_html: '<p>Because it is open.</p>', replies: [] };
const wrong = {
  correct: false,
  explanation_html: null,
  replies: [{ option: 'first', html: '<p>Nobody hears it.</p>' }],
};
const checked = (name: string) => (screen.getByLabelText(name) as HTMLInputElement).checked;
/** Where the card is when its page is opened: only what is out of sight unfolds by itself. */
const standAt = (top: number) =>
  vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ top, bottom: top + 300 } as unknown as DOMRect);

test('a wrong answer is told why, in the author’s words for what was chosen', async () => {
  const single = await ask('single', ['second']);
  single.server.change({ [check]: wrong });
  await single.person.click(screen.getByLabelText('Knock'));
  await single.press();
  const told = await screen.findByRole('status');
  await within(told).findByText('Not that one.');
  expect(within(told).getByText('Nobody hears it.')).toBeTruthy();
  // Of one choice it is clear which was meant.
  expect(within(told).queryByText('Knock')).toBeNull();
  await single.person.click(screen.getByLabelText('Listen'));
  expect(screen.queryByText('Nobody hears it.')).toBeNull();
  single.unmount();
  localStorage.clear();

  const several = await ask('multiple', ['second']);
  several.server.change({ [check]: wrong });
  await several.person.click(screen.getByLabelText('Knock'));
  await several.press();
  expect(await within(screen.getByRole('status')).findByText('Knock')).toBeTruthy();
});

test('a learner’s answer is there again with its explanation, without being told as news', async () => {
  standAt(5_000);
  const answers = { answers: [{ id: 'door', answer: ['second'], answered_at: '2026-01-01T00:00:00.000Z', ...right }] };
  const shown = await renderApp(<QuizModule {...asked} quiz={quiz('single')} />, {
    user: buildUser(),
    answers: { [kept]: answers, [check]: wrong },
  });
  await screen.findByText('Right.');
  expect(screen.getByText('Because it is open.')).toBeTruthy();
  expect(checked('Listen')).toBe(true);
  expect(screen.queryByRole('status')).toBeNull();
  // Another try is told, and does not take the right answer away.
  await shown.person.click(screen.getByLabelText('Knock'));
  expect(screen.queryByText('Because it is open.')).toBeNull();
  await shown.person.click(screen.getByRole('button', { name: 'Check' }));
  await within(screen.getByRole('status')).findByText('Not that one.');
  expect(shown.client.getQueryData([kept, { params: { slug: 'doors' } }])).toEqual(answers);
});

test('an explanation that comes late where it is in sight waits to be asked for', async () => {
  standAt(100);
  const answers = { answers: [{ id: 'door', answer: ['second'], answered_at: '2026-01-01T00:00:00.000Z', ...right }] };
  const { person } = await renderApp(<QuizModule {...asked} quiz={quiz('single')} />, {
    user: buildUser(),
    answers: { [kept]: answers },
  });
  await screen.findByText('Right.');
  expect(screen.queryByText('Because it is open.')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show why' }));
  expect(screen.getByText('Because it is open.')).toBeTruthy();
});

test('what is chosen before the kept answer comes stays chosen', async () => {
  let arrive: (answers: QuizAnswers) => void = () => undefined;
  const { person } = await renderApp(<QuizModule {...asked} quiz={quiz('single')} />, {
    user: buildUser(),
    answers: { [kept]: () => new Promise((done) => (arrive = done)) },
  });
  await person.click(screen.getByLabelText('Enter'));
  arrive({ answers: [{ id: 'door', answer: ['second'], answered_at: '2026-01-01T00:00:00.000Z', ...right }] });
  await waitFor(() => expect(checked('Enter')).toBe(true));
  expect(screen.queryByText('Right.')).toBeNull();
});

test('a visitor’s answers stay in this browser, until the lesson is rewritten', async () => {
  standAt(5_000);
  const answers = { [check]: wrong };
  const first = await renderApp(<QuizModule {...asked} quiz={quiz('single')} />, { answers });
  await first.person.click(screen.getByLabelText('Knock'));
  await first.person.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Not that one.');
  first.unmount();

  const second = await renderApp(<QuizModule {...asked} quiz={quiz('single')} />, { answers });
  await screen.findByText('Nobody hears it.');
  expect(checked('Knock')).toBe(true);
  second.server.change({ [check]: right });
  await second.person.click(screen.getByLabelText('Listen'));
  await second.person.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Right.');
  second.unmount();

  // What is right stays right, also in the browser.
  const third = await renderApp(<QuizModule {...asked} quiz={quiz('single')} />, { answers });
  await third.person.click(await screen.findByLabelText('Knock'));
  await third.person.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Not that one.');
  expect(readVisits().doors?.answers?.door).toMatchObject({ answer: ['second'], correct: true, revision: 2 });
  third.unmount();

  await renderApp(<QuizModule {...asked} revision={3} quiz={quiz('single')} />);
  expect(screen.queryByText('Right.')).toBeNull();
  expect(checked('Listen')).toBe(false);
});
