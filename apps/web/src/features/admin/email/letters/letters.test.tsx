import type { Letter } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/fields.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LetterPage } from './letter-page.tsx';
import { LettersPage } from './letters-page.tsx';
import { inScheme } from './wording-preview.tsx';

// Frames load nothing here, so what they are given is shown in their place.
vi.mock('../mail-frame.tsx', () => ({
  MailFrame: ({ title, html }: { title: string; html: string }) => <section aria-label={title}>{html}</section>,
}));

const ours: Letter['wording'] = {
  subject: 'New log-in',
  preview: 'From a device that is new.',
  heading: 'A new device',
  paragraphs: ['Hello {username}.', 'Is it yours?'],
  action: 'Look',
  question: 'Not you?',
  otherwise: 'Tell {host}.',
};
const placeholder = (name: string, example: string, chosen = false) => ({
  ...{ name, example, chosen, needed: false, means: `What ${name} means` },
});
const build = (changes: Partial<Letter> = {}): Letter => ({
  ...{ kind: 'new-sign-in', group: 'account', subject: 'New log-in', html: '<p>Mail</p>', text: 'Mail' },
  ...{ wording: ours, ours, changed: [], ours_then: {}, faults: {}, revision: 0, changed_by: null, changed_at: null },
  placeholders: [placeholder('username', 'mara', true), placeholder('host', 'learn.example.org')],
  ...changes,
});
const saved = (words: Partial<Letter['wording']>, changes: Partial<Letter> = {}) =>
  build({
    ...{ wording: { ...ours, ...words }, changed: Object.keys(words), revision: 1, changed_by: 'zoe' },
    ...{ changed_at: '2026-11-24T10:00:00.000Z', subject: words.subject ?? ours.subject, ...changes },
  });
const list = 'GET /api/admin/letters';
const put = 'PUT /api/admin/letters/:kind';
const preview = 'POST /api/admin/letters/:kind/preview';
const mail = { subject: 'Ahoy', html: '<p>Ahoy</p>', text: 'Ahoy there' };

const show = async (letter: Letter, answers: Answers = {}) => {
  const shown = await renderApp(<LetterPage kind="new-sign-in" />, {
    user: buildUser({ is_superuser: true }),
    answers: { [list]: { letters: [letter] }, [preview]: mail, ...answers },
  });
  await screen.findByLabelText('Subject');
  return shown;
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

test('the list says which letters were changed, by whom, and what needs a look', async () => {
  const letters = [
    build({ kind: 'verify', subject: 'Confirm' }),
    saved({ subject: 'Ahoy' }, { ours_then: { subject: 'Before' } }),
    saved({ subject: 'x' }, { kind: 'receipt', group: 'payments', subject: 'Receipt', faults: { subject: 'No.' } }),
  ];
  await renderApp(<LettersPage />, { user: buildUser({ is_superuser: true }), answers: { [list]: { letters } } });
  const lineOf = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent;
  expect(await lineOf(/^Confirm/)).toBe('Confirmverify');
  expect(await lineOf(/^Ahoy/)).toMatch(/changedours changed.* by zoe$/);
  expect(await lineOf(/^Receipt/)).toContain('cannot be used');
  expect(screen.getByRole('link', { name: /^Ahoy/ }).getAttribute('href')).toBe('/admin/email/letters/new-sign-in');
});

test('words are previewed while they are typed, saved with the revision that they were based on, and tried out', async () => {
  const { person, server } = await show(build(), {
    [put]: { letter: saved({ subject: 'Ahoy', paragraphs: ['One.', 'Two.'] }) },
    'POST /api/admin/letters/:kind/test': { to: 'captain@example.org' },
  });
  expect(isOff('Save')).toBe(true);
  await person.clear(field('Subject'));
  await person.type(field('Subject'), 'Ahoy');
  await person.clear(field('Text'));
  await person.type(field('Text'), 'One.{Enter}{Enter}Two.{Enter}');
  expect((await screen.findByLabelText('Preview: Ahoy')).textContent).toBe('<p>Ahoy</p>');
  await person.click(screen.getByRole('tab', { name: 'Plain text' }));
  expect(await screen.findByText('Ahoy there')).toBeTruthy();
  const words = { ...ours, subject: 'Ahoy', paragraphs: ['One.', 'Two.'] };
  await waitFor(() => expect(server.callsOf(preview).at(-1)?.body).toEqual(words));
  await person.click(button('Send me a test'));
  await screen.findByText('Sent to captain@example.org.');
  expect(server.callsOf('POST /api/admin/letters/:kind/test')[0]?.body).toEqual(words);
  await person.click(button('Save'));
  await screen.findByText('Saved. The next mail says it.');
  expect(server.callsOf(put)[0]?.body).toEqual({ ...words, revision: 0 });
  expect(isOff('Save')).toBe(true);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ahoy');
});

test('a placeholder goes where the cursor is, and a stranger’s words only into the text', async () => {
  const { person } = await show(build());
  const subject = field('Subject');
  await person.click(subject);
  subject.setSelectionRange(3, 3);
  await person.click(button('Put in {host}'));
  expect([subject.value, document.activeElement, subject.selectionStart]).toEqual(['New{host} log-in', subject, 9]);
  expect(isOff('Put in {username}')).toBe(true);
  await person.click(button('Put in {username}'));
  expect(subject.value).toBe('New{host} log-in');
  await person.click(field('Otherwise'));
  expect(isOff('Put in {username}')).toBe(false);
  await person.click(button('Put in {username}'));
  expect(field('Otherwise').value).toContain('{username}');
});

test('what cannot be sent is said at its part, and the preview stays at what could', async () => {
  const fields = { subject: 'This letter knows no {x}.', 'paragraphs.1': 'Close the brace.' };
  const { person, server } = await show(build(), {
    [preview]: refusal('invalid_request', { fields }),
    [put]: refusal('invalid_request', { fields }),
  });
  await person.type(field('Heading'), '!');
  await waitFor(() => expect(errorOf(field('Subject'))).toBe('This letter knows no {x}.'));
  expect(errorOf(field('Text'))).toBe('Paragraph 2: Close the brace.');
  expect(screen.getByText('The preview shows what could be sent last.')).toBeTruthy();
  await person.click(button('Save'));
  await waitFor(() => expect(document.activeElement).toBe(field('Subject')));
  server.change({ [preview]: mail });
  await person.type(field('Heading'), '!');
  await waitFor(() => expect(errorOf(field('Subject'))).toBeUndefined());
});

test('what another superuser saved meanwhile stands beside one’s own; either can be gone on with', async () => {
  const theirs = saved({ subject: 'Theirs', action: 'See' });
  const { person, server } = await show(build(), { [put]: refusal('conflict') });
  await person.clear(field('Subject'));
  await person.type(field('Subject'), 'Mine');
  server.change({ [list]: { letters: [theirs] } });
  await person.click(button('Save'));
  const alert = within(await screen.findByRole('alert'));
  // The page goes to where both stand.
  await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(alert.getByText('zoe has saved other words meanwhile')).toBeTruthy();
  const pair = within(alert.getByRole('region', { name: 'Subject: both' }));
  expect([pair.getByText('Theirs'), pair.getByText('Mine')]).toHaveLength(2);
  expect(isOff('Save')).toBe(true);
  await person.click(alert.getByRole('button', { name: 'Take this: Button' }));
  await person.click(alert.getByRole('button', { name: 'Go on with mine' }));
  expect(screen.queryByRole('alert')).toBeNull();
  server.change({ [put]: { letter: saved({ subject: 'Mine', action: 'See' }, { revision: 2 }) } });
  await person.click(button('Save'));
  await screen.findByText('Saved. The next mail says it.');
  expect(server.callsOf(put).at(-1)?.body).toEqual({ ...ours, subject: 'Mine', action: 'See', revision: 1 });
});

test('one’s own words are still there after a look at another page, and can be given up', async () => {
  const { person, rerender } = await show(build());
  await person.type(field('Heading'), ' here');
  rerender(<p>Another page</p>);
  rerender(<LetterPage kind="new-sign-in" />);
  await waitFor(() => expect(field('Heading').value).toBe('A new device here'));
  await person.click(button('Discard changes'));
  expect(field('Heading').value).toBe('A new device');
  expect(isOff('Save')).toBe(true);
});

test('the way back to our words asks first', async () => {
  const back = 'DELETE /api/admin/letters/:kind';
  const { person, server } = await show(saved({ subject: 'Ahoy' }), { [back]: { letter: build({ revision: 2 }) } });
  await person.click(button('Back to our words'));
  const dialog = within(screen.getByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Back to our words' }));
  await screen.findByText('Our words are back.');
  expect(server.callsOf(back)[0]?.query).toEqual({ revision: '1' });
  expect(field('Subject').value).toBe('New log-in');
  expect(screen.queryByRole('button', { name: 'Back to our words' })).toBeNull();
});

test('where ours have changed since, both are shown; one’s own can be saved as they are', async () => {
  const letter = saved({ subject: 'Ahoy' }, { ours_then: { subject: 'Log-in' } });
  const { person, server } = await show(letter, { [put]: { letter: saved({ subject: 'Ahoy' }, { revision: 2 }) } });
  const pair = within(screen.getByRole('region', { name: 'Subject: both' }));
  expect([pair.getByText('New log-in'), pair.getByText('Ahoy')]).toHaveLength(2);
  await person.click(button('Save'));
  await waitFor(() => expect(screen.queryByText('Our words have changed since yours were saved')).toBeNull());
  expect(server.callsOf(put)[0]?.body).toMatchObject({ subject: 'Ahoy', revision: 1 });
});

test('what was saved and cannot be used says why, and that ours go out', async () => {
  const faults = { subject: 'This letter knows no {gone}.' };
  await show(saved({ subject: '{gone}' }, { faults }), { [preview]: refusal('invalid_request', { fields: faults }) });
  expect(screen.getByText('Subject: This letter knows no {gone}.')).toBeTruthy();
  await waitFor(() => expect(errorOf(field('Subject'))).toBe('This letter knows no {gone}.'));
});

test('letters that did not load, and one that is none, are said', async () => {
  const { server, person, rerender } = await renderApp(<LetterPage kind="nothing" />, {
    user: buildUser({ is_superuser: true }),
    answers: { [list]: refusal('internal') },
  });
  await screen.findByText(/The letter did not load/);
  server.change({ [list]: { letters: [build()] } });
  await person.click(button(/again/));
  await screen.findByText('There is no such letter');
  rerender(<LettersPage />);
  await screen.findByRole('link', { name: /New log-in/ });
});

test('the preview is as light or as dark as its tab, whatever this browser is', () => {
  const html = '<meta content="light dark"><style>@media (prefers-color-scheme:dark){a{}}</style>';
  expect(inScheme(html, 'dark')).toBe('<meta content="dark"><style>@media all{a{}}</style>');
  expect(inScheme(html, 'light')).toBe('<meta content="light"><style>@media not all{a{}}</style>');
});
