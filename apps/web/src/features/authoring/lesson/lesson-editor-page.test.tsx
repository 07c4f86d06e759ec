import { EditorView } from '@codemirror/view';
import type { AuthoredLesson } from '@hexpedition/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rejection } from '#lib/testing/fake-api.ts';
import { body, lesson, openLesson, preview, withDraft } from '../testing/open-lesson.tsx';

/** Inserts text at the end of the document, as typing would. */
async function write(source: HTMLElement, text: string) {
  const view = EditorView.findFromDOM(source);
  await act(async () => view?.dispatch({ changes: { from: view.state.doc.length, insert: text } }));
}
/** Published text of the lesson. */
const published = lesson.published ?? expect.fail();
const saves = 'PUT /api/admin/subchapter/:slug/draft';
const publishes = 'POST /api/admin/subchapter/:slug/publish';
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('saves typed text as the author’s draft, with its base revision', async () => {
  const { source, server } = await openLesson();
  await write(source, ' More.');
  await waitFor(() => expect(server.callsOf(saves)).toHaveLength(1));
  expect(server.callsOf(saves)[0]?.body).toMatchObject({ body: `${body} More.`, base: 14, version: 0 });
  await screen.findByText(/^Saved/);
  expect(screen.getByText('Draft · 1 change')).toBeTruthy();
  await write(source, ' And more.');
  await waitFor(() => expect(server.callsOf(saves)[1]?.body).toMatchObject({ version: 1 }));
});

test('shows that saving failed, and saves on retry', async () => {
  const { source, server, person } = await openLesson({ answers: { [saves]: rejection('internal') } });
  await write(source, ' More.');
  const retry = await screen.findByRole('button', { name: 'Not saved. Retry' });
  server.change({ [saves]: withDraft(`${body} More.`, { version: 1 }).draft ?? rejection('internal') });
  await person.click(retry);
  await screen.findByText(/^Saved/);
});

test('renders the learner’s components in the preview without sending requests', async () => {
  const { server, person } = await openLesson();
  const pane = within(await screen.findByRole('region', { name: 'Preview' }));
  await person.selectOptions(pane.getByRole('combobox'), 'foundational');
  await person.click(await pane.findByText('Yes'));
  await person.click(pane.getByRole('button', { name: 'Check' }));
  await pane.findByText('Answers are not sent in the preview.');
  await person.type(pane.getByRole('textbox', { name: 'The flag that you found' }), 'flag{{x}');
  await person.click(pane.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(pane.getAllByText('Answers are not sent in the preview.')).toHaveLength(2));
  expect(server.calls.filter(({ endpoint }) => !/^(?:GET|POST) \/api\/admin\//.test(endpoint))).toEqual([]);
});

test('shows the lesson as locked to a viewer with a lower tier', async () => {
  const { person } = await openLesson();
  const pane = within(await screen.findByRole('region', { name: 'Preview' }));
  await pane.findByText('Requires the Foundational tier.');
  expect(pane.queryByText('Why?')).toBeNull();
  await person.selectOptions(pane.getByRole('combobox'), 'specialization');
  await pane.findByText('Why?');
});

test('retries the preview once when it took too long, because the server may have been busy', async () => {
  const slow = { severity: 'error', file: lesson.file, line: 1, code: 'too-slow', message: 'Too long.' } as const;
  let asked = 0;
  const { person } = await openLesson({
    answers: {
      'POST /api/admin/subchapter/:slug/preview': () => {
        asked += 1;
        return asked === 1 ? { modules: [], blocks: [], diagnostics: [slow] } : preview;
      },
    },
  });
  const pane = within(await screen.findByRole('region', { name: 'Preview' }));
  await person.selectOptions(pane.getByRole('combobox'), 'foundational');
  await pane.findByText('Text before the quiz.');
  expect(asked).toBe(2);
  expect(screen.queryByText('1 error')).toBeNull();
});

test('counts and lists problems, and moves the caret to the line of a problem', async () => {
  const problem = { severity: 'error', file: lesson.file, line: 4, code: 'quiz', message: 'Two are right.' } as const;
  const { person, source } = await openLesson({
    answers: { 'POST /api/admin/subchapter/:slug/preview': { ...preview, diagnostics: [problem] } },
  });
  await person.click(await screen.findByRole('button', { name: '1 error' }));
  await person.click(button(/Line 4\s+Two are right\./));
  expect(EditorView.findFromDOM(source)?.state.selection.main.head).toBe(body.indexOf('- [ ] No'));
  expect(button('Publish').getAttribute('aria-disabled')).toBe('true');
});

const unpublished: AuthoredLesson = { ...lesson, state: 'draft', published: null };
const missingSummary = {
  severity: 'error',
  file: lesson.file,
  line: 0,
  code: 'key',
  message: 'summary is missing.',
} as const;

test('opens a new lesson without errors and without a claim that it is published', async () => {
  const empty = {
    severity: 'error',
    file: lesson.file,
    line: 1,
    code: 'empty',
    message: 'This lesson is empty.',
  } as const;
  await openLesson({
    first: unpublished,
    answers: {
      'POST /api/admin/subchapter/:slug/preview': {
        modules: [],
        blocks: [],
        diagnostics: [missingSummary, empty],
      },
    },
  });
  const pane = within(await screen.findByRole('region', { name: 'Preview' }));
  await pane.findByText(/^Nothing to show yet\./);
  expect(screen.getByText('Nothing written yet')).toBeTruthy();
  expect(screen.queryByText(/errors?$|^No changes$|^No problems$/)).toBeNull();
  expect(button('Publish').title).toBe('Write the lesson first.');
});

test('says in the preview that the summary is missing, and shows the text', async () => {
  const draft = withDraft(body).draft ?? expect.fail();
  await openLesson({
    first: { ...unpublished, draft: { ...draft, head: { ...draft.head, summary: '' } } },
    answers: { 'POST /api/admin/subchapter/:slug/preview': { ...preview, diagnostics: [missingSummary] } },
  });
  const pane = within(await screen.findByRole('region', { name: 'Preview' }));
  await pane.findByText('summary is missing.');
  expect(pane.getByText('Not ready to publish')).toBeTruthy();
  expect(pane.getByText('No summary yet.', { exact: false })).toBeTruthy();
});

test.each([
  [false, '“The first quote” is live.'],
  [
    true,
    '“The first quote” is published. Learners see it when you switch off “Hidden” on the page of the course “SQL Injection”.',
  ],
])('says after publishing whether learners see the lesson (hidden course: %s)', async (hidden, text) => {
  const changed = withDraft(body.replace('Because', 'Since'));
  const shown = (of: AuthoredLesson): AuthoredLesson => ({ ...of, training: { ...of.training, hidden } });
  const { person } = await openLesson({
    first: shown(changed),
    answers: { [publishes]: { applied: true, etag: '1', changes: [], diagnostics: [], lesson: shown(lesson) } },
  });
  await person.click(button('Publish'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText('The course is hidden') !== null).toBe(hidden);
  await person.click(dialog.getByRole('button', { name: 'Publish now' }));
  await screen.findByText(text);
});

const theirs = { ...published, revision: 15, by: 'mira', body: body.replace('after it', 'below it') };
const behind = { ...withDraft(body.replace('Because', 'Since')), published: theirs, base: published };

test('blocks publishing until the author has compared both versions, and merges changes without a conflict', async () => {
  const { person, server } = await openLesson({ first: behind });
  expect((await screen.findByRole('alert')).textContent).toContain('mira changed “The first quote”');
  expect(button('Publish').getAttribute('aria-disabled')).toBe('true');
  await person.click(button('Compare'));
  await screen.findByText('There are no conflicts. Both sets of changes are merged.');
  await person.click(button('Use merged text'));
  await waitFor(() =>
    expect(server.callsOf(saves)[0]?.body).toMatchObject({
      ...{ base: 15, version: 3 },
      body: body.replace('after it', 'below it').replace('Because', 'Since'),
    }),
  );
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('lets the author resolve a conflict', async () => {
  const conflict = { ...behind, draft: withDraft(body.replace('after it', 'beside it')).draft };
  const { person, server } = await openLesson({ first: conflict });
  await person.click(await screen.findByRole('button', { name: 'Compare' }));
  const place = within(screen.getByRole('group', { name: 'Conflict 1' }));
  expect(place.getByText('Text below it.')).toBeTruthy();
  expect(place.getByText('Text beside it.')).toBeTruthy();
  await person.click(place.getByRole('radio', { name: 'mira' }));
  await person.click(button('Resolve and continue'));
  await waitFor(() => expect(server.callsOf(saves)[0]?.body).toMatchObject({ body: theirs.body, base: 15 }));
});

test('does not overwrite a draft that another tab saved', async () => {
  const { source, server, person } = await openLesson({ first: withDraft(`${body} One.`) });
  server.change({
    [saves]: rejection('conflict'),
    'GET /api/admin/subchapter/:slug': withDraft(`${body} Two.`, { version: 4 }),
  });
  await write(source, ' Three.');
  await screen.findByText(/You changed this draft in another tab/);
  await person.click(button('Use the other tab’s version'));
  expect(EditorView.findFromDOM(source)?.state.doc.toString()).toBe(`${body} Two.`);
});

test('shows the changes and publishes the draft with a note', async () => {
  const { person, server } = await openLesson({ first: withDraft(`${body} More.`) });
  await person.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('textbox', { name: 'Changes' }).textContent).toContain('Text after it. More.');
  await person.type(dialog.getByLabelText('Note'), 'More of it');
  const after = { ...lesson, published: { ...published, body: `${body} More.`, revision: 15 } };
  server.change({
    [publishes]: { applied: true, etag: '"2"', changes: [], diagnostics: [], lesson: after },
    'GET /api/admin/subchapter/:slug': after,
  });
  await person.click(dialog.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Published r15');
  expect(server.callsOf(publishes).map(({ body }) => body)).toEqual([{ version: 3, note: 'More of it' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('disables publishing when the text is already published', async () => {
  const { person } = await openLesson();
  const publish = button('Publish');
  expect(publish.getAttribute('aria-disabled')).toBe('true');
  expect(publish.title).toBe('This text is already published. Change something first.');
  await person.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('does not publish a text with errors, and lists the errors', async () => {
  const first = withDraft(`${body} More.`);
  const problem = { severity: 'error', file: lesson.file, line: 9, code: 'link', message: 'No such page.' } as const;
  const { person } = await openLesson({
    first,
    answers: { [publishes]: { applied: false, etag: '"1"', changes: [], diagnostics: [problem], lesson: first } },
  });
  await person.click(await screen.findByRole('button', { name: 'Publish' }));
  await person.click(button('Publish now'));
  await screen.findByText('Not published');
  expect(screen.getByRole('dialog').textContent).toContain('No such page.');
});

test('shows the chosen time in words before it is scheduled', async () => {
  const first = withDraft(`${body} More.`);
  const { person, server } = await openLesson({ first });
  await person.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = within(screen.getByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>('Date and time');
  expect(dialog.getByRole('button', { name: 'Schedule' }).getAttribute('aria-disabled')).toBe('true');
  await person.type(field, '2099-03-02T09:00');
  await dialog.findByText(/^Monday,? 2 March 2099 at 09:00.*your time$/);
  const at = new Date('2099-03-02T09:00').toISOString();
  const planned = withDraft(`${body} More.`, { publish_at: at });
  server.change({
    [publishes]: { applied: true, etag: '"1"', changes: [], diagnostics: [], lesson: planned },
    'GET /api/admin/subchapter/:slug': planned,
  });
  await person.click(dialog.getByRole('button', { name: 'Schedule' }));
  await screen.findByText('Scheduled');
  expect(server.callsOf(publishes)[0]?.body).toMatchObject({ at });
});

test('compares an earlier revision with the current text and restores it as a draft', async () => {
  const revision = { revision: 13, at: theirs.at, by: 'mira', act: 'published' as const, note: 'Shorter' };
  const { person, server, source } = await openLesson({
    showsRevisions: true,
    answers: {
      'GET /api/admin/subchapter/:slug/revisions': { revisions: [revision], next_cursor: null },
      'GET /api/admin/subchapter/:slug/revisions/:revision': {
        ...{ ...revision, head: published.head, body: 'Short.' },
      },
    },
  });
  await person.click(await screen.findByRole('button', { name: /r13/ }));
  await person.click(await screen.findByRole('button', { name: 'Restore revision 13' }));
  expect(EditorView.findFromDOM(source)?.state.doc.toString()).toBe('Short.');
  await waitFor(() => expect(server.callsOf(saves)[0]?.body).toMatchObject({ body: 'Short.', base: 14 }));
});

test('moves, duplicates (with a unique id) and deletes blocks from their headers', async () => {
  const { person, source } = await openLesson();
  const text = () => EditorView.findFromDOM(source)?.state.doc.toString();
  await person.click(await screen.findByRole('button', { name: 'Move Quiz 2 up' }));
  expect(text()?.startsWith(':::quiz[Why?]')).toBe(true);
  expect(text()).toContain(':::\n\nText before the quiz.\n\nText after it.');
  await person.click(button('More for Quiz 1'));
  await person.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  expect(text()).toContain('{#why-2 kind=single}');
  await person.click(button('More for Quiz 2'));
  await person.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(text()).not.toContain('#why-2');
});
