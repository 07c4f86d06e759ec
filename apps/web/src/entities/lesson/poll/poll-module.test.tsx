import type { PollAnswer } from '@hexpedition/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import PollModule from './poll-module.tsx';
import type { Poll } from './use-poll.ts';

const read = 'GET /api/polls/answers';
const send = 'POST /api/polls/answer/:question_pk';
const question = 'Which browser do you use?';

/** Renders a poll for a learner or a visitor. Ten other people chose Firefox. */
async function renderPoll({ isMember = true, multiple = false, own = [] as string[] } = {}) {
  const names = ['Firefox', 'Chromium', 'Another one'];
  const poll = {
    ...{ kind: 'poll', id: 'browser', question_pk: 3, question, multiple, html: '' },
    options: names.map((text) => ({ id: text.toLowerCase(), text })),
  } as Poll;
  const answer = (answers: string[]): PollAnswer => ({
    ...{ question_pk: 3, answers, answered_at: '2026-11-20T10:00:00.000Z' },
    counts: {
      voters: 11,
      options: poll.options.map(({ id }) => ({
        id,
        answers: (id === 'firefox' ? 10 : 0) + Number(answers.includes(id)),
      })),
    },
  });
  const shown = await renderApp(<PollModule lesson="tools" training="start" revision={1} module={poll} />, {
    ...(isMember && { user: buildUser() }),
    answers: {
      [read]: { answers: own.length > 0 ? [answer(own)] : [], next_cursor: null },
      [send]: ({ body }) => answer(body.answers),
    },
  });
  const result = async () => within(await screen.findByRole('list', { name: `Answers to: ${question}` }));
  return {
    ...shown,
    result,
    lines: async () => (await result()).getAllByRole('listitem').map(({ textContent }) => textContent),
    box: (name: string) => screen.getByLabelText<HTMLInputElement>(name),
    press: (name: string) => shown.person.click(screen.getByRole('button', { name })),
  };
}

test('asks a visitor for an account, but only when the visitor answers', async () => {
  const { person, box, press, server } = await renderPoll({ isMember: false });
  expect(screen.getByRole('button', { name: 'Answer' }).getAttribute('aria-disabled')).toBe('true');
  await person.click(box('Firefox'));
  expect(screen.queryByText(/^You need an account to answer polls\./)).toBeNull();
  await press('Answer');
  expect(screen.getByText(/^You need an account to answer polls\./)).toBeTruthy();
  expect(server.calls).toEqual([]);
});

test('is answered by keyboard, shows the answers of all and the learner’s own, and moves the focus to the question', async () => {
  const { person, box, lines, server } = await renderPoll();
  box('Firefox').focus();
  await person.keyboard(' {ArrowDown}');
  expect(box('Chromium').checked).toBe(true);
  await person.keyboard('{Enter}');
  expect(await lines()).toEqual(['Firefox91% (10)', 'Chromium Your answer9% (1)', 'Another one0% (0)']);
  expect(server.callsOf(send)).toMatchObject([{ params: { question_pk: '3' }, body: { answers: ['chromium'] } }]);
  expect(screen.getByRole('status').textContent).toBe('Thank you. 11 people have answered.');
  expect(document.activeElement?.textContent).toBe(question);
});

test('shows the learner’s own answer on the next visit, and lets the learner change it', async () => {
  const { person, box, press, lines, server } = await renderPoll({ own: ['chromium'] });
  expect((await lines())[1]).toContain('Your answer');
  await press('Change answer');
  expect(box('Chromium').checked).toBe(true);
  await person.click(box('Another one'));
  await press('Cancel');
  expect((await lines())[1]).toContain('Your answer');
  await press('Change answer');
  await person.click(box('Another one'));
  await press('Save answer');
  expect((await lines())[2]).toBe('Another one Your answer9% (1)');
  expect(server.callsOf(send)).toHaveLength(1);
});

test('with several options accepts several', async () => {
  const { person, box, press, result, server } = await renderPoll({ multiple: true });
  for (const name of ['Firefox', 'Chromium', 'Another one', 'Firefox']) await person.click(box(name));
  await press('Answer');
  expect((await result()).getAllByText('Your answer')).toHaveLength(2);
  expect(server.callsOf(send)[0]?.body).toEqual({ answers: ['chromium', 'another one'] });
});

test('keeps the choice when the answer is not saved', async () => {
  const { person, box, press, server } = await renderPoll();
  server.change({ [send]: rejection('unavailable', { msg: 'Too busy.' }) });
  await person.click(box('Firefox'));
  await press('Answer');
  expect((await screen.findByRole('alert')).textContent).toBe('Too busy.');
  expect(box('Firefox').checked).toBe(true);
});
