import type { QuizAnswers } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { readVisitorProgress } from '../../progress/visitor-progress.ts';
import QuizModule from './quiz-module.tsx';
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

/** Renders a question. The server accepts only the given answer. */
async function ask(kind: Quiz['answer_kind'], right: string[] = []) {
  const shown = await renderApp(<QuizModule lesson="doors" training="houses" revision={1} module={quiz(kind)} />, {
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

test('does not send an empty answer', async () => {
  const { press, sent, person } = await ask('free');
  const button = screen.getByRole('button', { name: 'Check' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await press();
  await person.type(screen.getByLabelText('Your answer'), '   {Enter}');
  expect(sent()).toEqual([]);
});

test('single choice: shows that an answer is wrong without the explanation, and checks the next one', async () => {
  const { press, sent, person } = await ask('single', ['second']);
  await person.click(screen.getByLabelText('Knock'));
  await press();
  await screen.findByText('Not this one. Read the question again.');
  expect(screen.queryByText('Because it is open.')).toBeNull();
  // The verdict belongs to that answer. It disappears with it, and the same answer is not sent twice.
  expect(screen.getByRole('button', { name: 'Check' }).getAttribute('aria-disabled')).toBe('true');
  await person.click(screen.getByLabelText('Listen'));
  expect(screen.queryByText('Not this one. Read the question again.')).toBeNull();
  await press();
  await screen.findByText('Correct.');
  expect(screen.getByText('Because it is open.')).toBeTruthy();
  expect(sent()).toEqual([['first'], ['second']]);
});

test('multiple choice: a second click deselects an option', async () => {
  const { press, sent, person } = await ask('multiple', ['first', 'third']);
  for (const name of ['Knock', 'Listen', 'Enter', 'Listen']) await person.click(screen.getByLabelText(name));
  await press();
  await screen.findByText('Correct.');
  expect(sent()).toEqual([['first', 'third']]);
});

test('ordering: the buttons move an item, keep the focus, and announce the position', async () => {
  const { press, sent, person } = await ask('ordering', ['second', 'first', 'third']);
  const lines = () => within(screen.getByRole('list')).getAllByRole('listitem');
  const up = within(lines()[1] as HTMLElement).getByRole('button', { name: 'Move up' });
  await person.click(up);
  expect(lines().map((line) => line.textContent)).toEqual(['1Listen', '2Knock', '3Enter']);
  expect(screen.getByText('Now 1 of 3')).toBeTruthy();
  expect(lines()[0]?.contains(document.activeElement)).toBe(true);
  await press();
  await screen.findByText('Correct.');
  expect(sent()).toEqual([['second', 'first', 'third']]);
});

test('free text: trims the answer, and Enter submits it', async () => {
  const { sent, person } = await ask('free', ['hexagon']);
  await person.type(screen.getByLabelText('Your answer'), ' hexagon {Enter}');
  await screen.findByText('Correct.');
  expect(sent()).toEqual([['hexagon']]);
});

test('keeps the answer when the request fails, and retries', async () => {
  const { press, person, server } = await ask('single', ['first']);
  server.change({ [check]: rejection('too_many_requests', { msg: 'Wait a moment.' }) });
  await person.click(screen.getByLabelText('Knock'));
  await press();
  await screen.findByText('Wait a moment.');
  expect((screen.getByLabelText('Knock') as HTMLInputElement).checked).toBe(true);
  server.change({ [check]: { correct: true, explanation_html: null, replies: [] } });
  await press();
  await screen.findByText('Correct.');
  await waitFor(() => expect(screen.queryByText('Wait a moment.')).toBeNull());
});

const storedAnswers = 'GET /api/subchapter/:slug/quizzes';
const lessonProps = { lesson: 'doors', training: 'houses', revision: 2 };
const right = { correct: true, explanation_html: '<p>Because it is open.</p>', replies: [] };
const wrong = {
  correct: false,
  explanation_html: null,
  replies: [{ option: 'first', html: '<p>The door is thick.</p>' }],
};
const checked = (name: string) => (screen.getByLabelText(name) as HTMLInputElement).checked;
/** Sets the position of the card. The explanation expands automatically only outside of the viewport. */
const mockPosition = (top: number) =>
  vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ top, bottom: top + 300 } as unknown as DOMRect);

test('shows the author’s reply to a wrong choice', async () => {
  const single = await ask('single', ['second']);
  single.server.change({ [check]: wrong });
  await single.person.click(screen.getByLabelText('Knock'));
  await single.press();
  const feedback = await screen.findByRole('status');
  await within(feedback).findByText('Not this one.');
  expect(within(feedback).getByText('The door is thick.')).toBeTruthy();
  // For a single choice, the reply does not repeat the option.
  expect(within(feedback).queryByText('Knock')).toBeNull();
  await single.person.click(screen.getByLabelText('Listen'));
  expect(screen.queryByText('The door is thick.')).toBeNull();
  single.unmount();
  localStorage.clear();

  const several = await ask('multiple', ['second']);
  several.server.change({ [check]: wrong });
  await several.person.click(screen.getByLabelText('Knock'));
  await several.press();
  expect(await within(screen.getByRole('status')).findByText('Knock')).toBeTruthy();
});

test('restores a learner’s answer with its explanation, without announcing it', async () => {
  mockPosition(5_000);
  const answers = { answers: [{ id: 'door', answer: ['second'], answered_at: '2026-01-01T00:00:00.000Z', ...right }] };
  const shown = await renderApp(<QuizModule {...lessonProps} module={quiz('single')} />, {
    user: buildUser(),
    answers: { [storedAnswers]: answers, [check]: wrong },
  });
  await screen.findByText('Correct.');
  expect(screen.getByText('Because it is open.')).toBeTruthy();
  expect(checked('Listen')).toBe(true);
  expect(screen.queryByRole('status')).toBeNull();
  // Another attempt is announced, and does not replace the stored correct answer.
  await shown.person.click(screen.getByLabelText('Knock'));
  expect(screen.queryByText('Because it is open.')).toBeNull();
  await shown.person.click(screen.getByRole('button', { name: 'Check' }));
  await within(screen.getByRole('status')).findByText('Not this one.');
  expect(shown.client.getQueryData([storedAnswers, { params: { slug: 'doors' } }])).toEqual(answers);
});

test('does not expand a late explanation within the viewport until the learner asks for it', async () => {
  mockPosition(100);
  const answers = { answers: [{ id: 'door', answer: ['second'], answered_at: '2026-01-01T00:00:00.000Z', ...right }] };
  const { person } = await renderApp(<QuizModule {...lessonProps} module={quiz('single')} />, {
    user: buildUser(),
    answers: { [storedAnswers]: answers },
  });
  await screen.findByText('Correct.');
  expect(screen.queryByText('Because it is open.')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show explanation' }));
  expect(screen.getByText('Because it is open.')).toBeTruthy();
});

test('keeps a choice that was made before the stored answer loaded', async () => {
  let arrive: (answers: QuizAnswers) => void = () => undefined;
  const { person } = await renderApp(<QuizModule {...lessonProps} module={quiz('single')} />, {
    user: buildUser(),
    answers: { [storedAnswers]: () => new Promise((done) => (arrive = done)) },
  });
  await person.click(screen.getByLabelText('Enter'));
  arrive({ answers: [{ id: 'door', answer: ['second'], answered_at: '2026-01-01T00:00:00.000Z', ...right }] });
  await waitFor(() => expect(checked('Enter')).toBe(true));
  expect(screen.queryByText('Correct.')).toBeNull();
});

test('stores a visitor’s answers in this browser until the lesson changes', async () => {
  mockPosition(5_000);
  const answers = { [check]: wrong };
  const first = await renderApp(<QuizModule {...lessonProps} module={quiz('single')} />, { answers });
  await first.person.click(screen.getByLabelText('Knock'));
  await first.person.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Not this one.');
  first.unmount();

  const second = await renderApp(<QuizModule {...lessonProps} module={quiz('single')} />, { answers });
  await screen.findByText('The door is thick.');
  expect(checked('Knock')).toBe(true);
  second.server.change({ [check]: right });
  await second.person.click(screen.getByLabelText('Listen'));
  await second.person.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Correct.');
  second.unmount();

  // A correct answer stays stored, also in the browser.
  const third = await renderApp(<QuizModule {...lessonProps} module={quiz('single')} />, { answers });
  await third.person.click(await screen.findByLabelText('Knock'));
  await third.person.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Not this one.');
  expect(readVisitorProgress().doors?.answers?.door).toMatchObject({ answer: ['second'], correct: true, revision: 2 });
  third.unmount();

  await renderApp(<QuizModule {...lessonProps} revision={3} module={quiz('single')} />);
  expect(screen.queryByText('Correct.')).toBeNull();
  expect(checked('Listen')).toBe(false);
});
