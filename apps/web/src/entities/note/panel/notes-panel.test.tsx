import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { buildLesson, notesServer } from '../testing.ts';
import NotesPanel from './notes-panel.tsx';

const learned = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What I learned' });
const saved = (timeout = 1_000) => screen.findByText(/^Saved /, {}, { timeout });
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('notes:'));
const storeDraft = (userPk: number, lesson: string, mine: string) => {
  const text = { did_not_understand: '', marks: [] };
  const draft = { mine: { what_i_learned: mine, ...text }, base: { what_i_learned: '', ...text } };
  localStorage.setItem(`notes:${userPk}:${lesson}:tab`, JSON.stringify(draft));
};

/** Each test needs its own lesson, because the notes store of a lesson exists as long as the tab. */
async function openPanel(slug: string, { server = notesServer(slug), user = buildUser(), completed = true } = {}) {
  const app = await renderApp(<NotesPanel lesson={buildLesson(slug)} completed={completed} />, {
    user,
    answers: server.answers,
  });
  return { ...app, notes: server };
}

test('saves automatically after a pause, and at once when the field loses the focus', async () => {
  const { person, notes, server } = await openPanel('autosave');
  await person.type(await learned(), 'Assumptions break.');
  expect(screen.getByText('Saving')).toBeTruthy();
  expect(server.callsOf('POST /api/subchapter/:slug/notes')).toEqual([]);
  await saved(3_000);
  expect(notes.notes.what_i_learned).toBe('Assumptions break.');
  await person.type(screen.getByRole('textbox', { name: 'What I did not understand' }), 'Which ones?');
  await person.tab();
  expect(server.callsOf('POST /api/subchapter/:slug/notes')).toHaveLength(2);
  await waitFor(() => expect(notes.notes.did_not_understand).toBe('Which ones?'));
  await saved();
  expect(drafts()).toEqual([]);
});

test('shows that saving failed, and saves with "Try again"', async () => {
  const { person, notes, server } = await openPanel('outage');
  server.change({
    'POST /api/subchapter/:slug/notes': () => {
      throw new ApiError(0, { code: 'network', msg: 'There is no connection.' });
    },
  });
  await person.type(await learned(), 'Written in a tunnel.');
  await person.tab();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('There is no connection.');
  expect(alert.textContent).toContain('Your text is stored in this browser.');
  expect(screen.getByText('Not saved')).toBeTruthy();
  expect(drafts()).toHaveLength(1);
  server.change(notes.answers);
  await person.click(within(alert).getByRole('button', { name: 'Try again' }));
  await saved();
  expect(screen.queryByRole('alert')).toBeNull();
  expect([notes.notes.what_i_learned, drafts()]).toEqual(['Written in a tunnel.', []]);
});

test('restores and saves the draft of a closed page', async () => {
  storeDraft(7, 'closed', 'Unsaved.');
  const { notes } = await openPanel('closed');
  expect((await learned()).value).toBe('Unsaved.');
  await saved(3_000);
  expect([notes.notes.what_i_learned, drafts()]).toEqual(['Unsaved.', []]);
});

test("neither shows nor changes another learner's draft", async () => {
  storeDraft(7, 'shared', 'Of the first.');
  await openPanel('shared', { user: buildUser({ pk: 8, username: 'nils' }) });
  expect((await learned()).value).toBe('');
  expect(drafts()).toHaveLength(1);
});

test('lets the learner merge two versions, and moves the focus there', async () => {
  const { person, notes } = await openPanel('conflict');
  const field = await learned();
  notes.write({ what_i_learned: 'From the other tab.' });
  await person.type(field, 'From this tab.');
  await person.tab();
  const explanation = await screen.findByText(/These notes were also changed in another tab/);
  expect(screen.getByText('Changed elsewhere')).toBeTruthy();
  expect(document.activeElement).toBe(explanation);
  expect(screen.getByText('From the other tab.')).toBeTruthy();
  const mine = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What I learned, this version' });
  expect(mine.value).toBe('From this tab.');
  await person.click(screen.getByRole('button', { name: 'Use the other version' }));
  expect(mine.value).toBe('From the other tab.');
  await person.click(screen.getByRole('button', { name: 'Keep this version' }));
  expect(mine.value).toBe('From this tab.');
  await person.click(screen.getByRole('button', { name: 'Use both' }));
  expect(notes.notes.what_i_learned).toBe('From the other tab.');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await saved();
  expect(notes.notes.what_i_learned).toBe('From the other tab.\n\nFrom this tab.');
  expect((await learned()).value).toBe('From the other tab.\n\nFrom this tab.');
});

test('lets the learner publish notes only once the lesson is completed', async () => {
  const early = await openPanel('early', { server: notesServer('early', { what_i_learned: 'A.' }), completed: false });
  const off = await screen.findByRole<HTMLInputElement>('switch', { name: /Publish what I learned/ });
  expect(off.disabled).toBe(true);
  early.unmount();
  const { person, notes } = await openPanel('publish', { server: notesServer('publish', { what_i_learned: 'A.' }) });
  await person.click(await screen.findByRole('switch', { name: /Publish what I learned/ }));
  await waitFor(() => expect(notes.notes.published).toBe(true));
});

test('moves the video to a bookmark, and removes a single bookmark', async () => {
  const marks = [65, 3_700].map((at) => ({ module: 'video', at, text: 'Here' }));
  const { person, notes } = await openPanel('marks', { server: notesServer('marks', { marks }) });
  const seeks: unknown[] = [];
  document.addEventListener('hex:seek', (event) => seeks.push((event as CustomEvent).detail), { once: true });
  await person.click(await screen.findByText('1:01:40'));
  expect(seeks).toEqual([{ module: 'video', at: 3_700 }]);
  await person.click(screen.getByRole('button', { name: 'Remove the bookmark at 1:05' }));
  await saved(3_000);
  expect(notes.notes.marks).toEqual([marks[1]]);
});
