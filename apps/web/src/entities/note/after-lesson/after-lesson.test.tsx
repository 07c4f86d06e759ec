import type { Feedback, PublishedNotes } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import AfterLesson from '../after-lesson.tsx';
import NotesPanel from '../panel/notes-panel.tsx';
import { buildLesson, notesServer } from '../testing.ts';

const none = (subchapter: string): Feedback => ({ subchapter, pace: null, rating: null, text: '', updated_at: null });

/** Renders the end of a completed lesson and its notes panel, which is elsewhere on the page. */
function renderCompleted(slug: string, answers: Parameters<typeof renderApp>[1] = {}) {
  return renderApp(
    <>
      <NotesPanel lesson={buildLesson(slug)} completed />
      <AfterLesson lesson={buildLesson(slug)} />
    </>,
    {
      user: buildUser(),
      ...answers,
      answers: {
        ...notesServer(slug).answers,
        'GET /api/subchapter/:slug/feedback': none(slug),
        ...answers.answers,
      },
    },
  );
}

test('reminds the learner to write notes: focuses their field, and can be postponed until tomorrow', async () => {
  const { person, server } = await renderCompleted('remind');
  await person.click(await screen.findByRole('button', { name: 'Write notes' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'What I learned' }));
  await person.click(screen.getByRole('button', { name: 'Remind me tomorrow' }));
  expect(await screen.findByText(/From tomorrow on/)).toBeTruthy();
  expect(server.callsOf('POST /api/subchapter/:slug/notes').map(({ body }) => body)).toEqual([{}]);
});

test('shows no reminder if there are notes or the reminder was postponed', async () => {
  for (const [slug, first] of [
    ['written', { what_i_learned: 'A.', updated_at: '2026-01-01T00:00:00.000Z' }],
    ['snoozed', { snoozed_until: '2099-01-01T00:00:00.000Z' }],
  ] as const) {
    const { unmount } = await renderCompleted(slug, { answers: notesServer(slug, first).answers });
    await screen.findByRole('form', { name: 'Feedback on this lesson' });
    await screen.findByRole('textbox', { name: 'What I learned' });
    expect(screen.queryByRole('button', { name: 'Remind me tomorrow' })).toBeNull();
    unmount();
  }
});

test('asks for feedback, shows a failure, and lets the learner change the feedback', async () => {
  const { person, server } = await renderCompleted('feedback', {
    answers: { 'POST /api/subchapter/:slug/feedback': rejection('too_many_requests', { msg: 'Wait a moment.' }) },
  });
  await screen.findByRole('form', { name: 'Feedback on this lesson' });
  expect(screen.queryByLabelText(/What should we change/)).toBeNull();
  await person.click(screen.getByRole('radio', { name: 'Just right' }));
  await person.click(screen.getByRole('radio', { name: '4' }));
  await person.type(screen.getByLabelText(/What should we change/), 'More pictures.');
  await person.click(screen.getByRole('button', { name: 'Send feedback' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Wait a moment.');
  const given = { pace: 'right', rating: 4, text: 'More pictures.' } as const;
  server.change({
    'POST /api/subchapter/:slug/feedback': { ...none('feedback'), ...given, updated_at: '2026-01-01T00:00:00.000Z' },
  });
  await person.click(screen.getByRole('button', { name: 'Send feedback' }));
  await person.click(await screen.findByRole('button', { name: 'Change your feedback' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/What should we change/).value).toBe('More pictures.');
  expect(server.callsOf('POST /api/subchapter/:slug/feedback').at(-1)?.body).toEqual(given);
});

const published: PublishedNotes = {
  notes: [
    {
      username: 'nils',
      slug: 'nils',
      image: null,
      text: '<img src=x onerror=alert(1)>\n\nA second paragraph.',
      published_at: '2026-01-01T00:00:00.000Z',
      own: false,
    },
  ],
  next_cursor: null,
};

test('fetches the notes of other learners only on demand, and shows them as plain text', async () => {
  const answers = { 'GET /api/subchapter/:slug/notes/published': published };
  const { person, server, container } = await renderCompleted('others', { answers });
  const button = await screen.findByRole('button', { name: 'Notes by other learners' });
  expect(server.callsOf('GET /api/subchapter/:slug/notes/published')).toEqual([]);
  await person.click(button);
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'nils' }).getAttribute('href')).toBe('/profile/nils');
  expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull();
});

test('lets a superuser hide a note', async () => {
  let list = published;
  const { person, server } = await renderCompleted('hide-note', {
    user: buildUser({ is_superuser: true }),
    answers: {
      'GET /api/subchapter/:slug/notes/published': () => list,
      'POST /api/admin/notes/hide': () => {
        list = { notes: [], next_cursor: null };
        return {};
      },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Notes by other learners' }));
  await person.click(await screen.findByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByText('A second paragraph.')).toBeNull());
  expect(server.callsOf('POST /api/admin/notes/hide').map(({ body }) => body)).toEqual([
    { subchapter: 'hide-note', username: 'nils', hidden: true },
  ]);
});
