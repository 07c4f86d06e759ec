import type { AdminMailTemplate } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import * as mailFrame from '../mail-frame.tsx';
import { forceColorScheme, MailTemplatePage } from './mail-template-page.tsx';
import { MailTemplatesPage } from './mail-templates-page.tsx';

// An iframe loads nothing in this environment, so the mock shows the HTML as text.
beforeEach(() => {
  vi.spyOn(mailFrame, 'MailFrame').mockImplementation(({ title, html }) => (
    <section aria-label={title}>{html}</section>
  ));
});

const defaults: AdminMailTemplate['wording'] = {
  subject: 'New log-in',
  preview: 'From a new device.',
  heading: 'A new device',
  paragraphs: ['Hello {username}.', 'Is it yours?'],
  action: 'Review',
  question: 'Not you?',
  otherwise: 'Tell {host}.',
};
const placeholder = (name: string, example: string, chosen = false) => ({
  ...{ name, example, chosen, needed: false, means: `What ${name} means` },
});
const build = (changes: Partial<AdminMailTemplate> = {}): AdminMailTemplate => ({
  ...{ kind: 'new-sign-in', group: 'account', subject: 'New log-in', html: '<p>Mail</p>', text: 'Mail' },
  ...{
    wording: defaults,
    default_wording: defaults,
    changed: [],
    former_default: {},
    problems: {},
    revision: 0,
    changed_by: null,
    changed_at: null,
  },
  placeholders: [placeholder('username', 'mara', true), placeholder('host', 'learn.example.org')],
  ...changes,
});
const saved = (words: Partial<AdminMailTemplate['wording']>, changes: Partial<AdminMailTemplate> = {}) =>
  build({
    ...{ wording: { ...defaults, ...words }, changed: Object.keys(words), revision: 1, changed_by: 'zoe' },
    ...{ changed_at: '2026-11-24T10:00:00.000Z', subject: words.subject ?? defaults.subject, ...changes },
  });
const list = 'GET /api/admin/mail_templates';
const put = 'PUT /api/admin/mail_templates/:kind';
const preview = 'POST /api/admin/mail_templates/:kind/preview';
const mail = { subject: 'Ahoy', html: '<p>Ahoy</p>', text: 'Ahoy there' };

const show = async (template: AdminMailTemplate, answers: Answers = {}) => {
  const shown = await renderApp(<MailTemplatePage kind="new-sign-in" />, {
    user: buildUser({ is_superuser: true }),
    answers: { [list]: { templates: [template] }, [preview]: mail, ...answers },
  });
  await screen.findByLabelText('Subject');
  return shown;
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

test('lists which templates are customized, by whom, and which need attention', async () => {
  const templates = [
    build({ kind: 'verify', subject: 'Confirm' }),
    saved({ subject: 'Ahoy' }, { former_default: { subject: 'Before' } }),
    saved({ subject: 'x' }, { kind: 'receipt', group: 'payments', subject: 'Receipt', problems: { subject: 'No.' } }),
  ];
  await renderApp(<MailTemplatesPage />, {
    user: buildUser({ is_superuser: true }),
    answers: { [list]: { templates } },
  });
  const rowOf = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent;
  expect(await rowOf(/^Confirm/)).toBe('Confirmverify');
  expect(await rowOf(/^Ahoy/)).toMatch(/customizeddefault changed.* by zoe$/);
  expect(await rowOf(/^Receipt/)).toContain('invalid');
  expect(screen.getByRole('link', { name: /^Ahoy/ }).getAttribute('href')).toBe('/admin/email/templates/new-sign-in');
});

test('previews the text while typing, sends a test, and saves with the revision it is based on', async () => {
  const { person, server } = await show(build(), {
    [put]: { template: saved({ subject: 'Ahoy', paragraphs: ['One.', 'Two.'] }) },
    'POST /api/admin/mail_templates/:kind/test': { to: 'captain@example.org' },
  });
  expect(isOff('Save')).toBe(true);
  await person.clear(field('Subject'));
  await person.type(field('Subject'), 'Ahoy');
  await person.clear(field('Text'));
  await person.type(field('Text'), 'One.{Enter}{Enter}Two.{Enter}');
  expect((await screen.findByLabelText('Preview: Ahoy')).textContent).toBe('<p>Ahoy</p>');
  await person.click(screen.getByRole('tab', { name: 'Plain text' }));
  expect(await screen.findByText('Ahoy there')).toBeTruthy();
  const words = { ...defaults, subject: 'Ahoy', paragraphs: ['One.', 'Two.'] };
  await waitFor(() => expect(server.callsOf(preview).at(-1)?.body).toEqual(words));
  await person.click(button('Send me a test'));
  await screen.findByText('Sent to captain@example.org.');
  expect(server.callsOf('POST /api/admin/mail_templates/:kind/test')[0]?.body).toEqual(words);
  await person.click(button('Save'));
  await screen.findByText('Saved. The next mail uses this text.');
  expect(server.callsOf(put)[0]?.body).toEqual({ ...words, revision: 0 });
  expect(isOff('Save')).toBe(true);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ahoy');
});

test('inserts a placeholder at the cursor, and allows user-chosen values only in the text', async () => {
  const { person } = await show(build());
  const subject = field('Subject');
  await person.click(subject);
  subject.setSelectionRange(3, 3);
  await person.click(button('Insert {host}'));
  expect([subject.value, document.activeElement, subject.selectionStart]).toEqual(['New{host} log-in', subject, 9]);
  expect(isOff('Insert {username}')).toBe(true);
  await person.click(button('Insert {username}'));
  expect(subject.value).toBe('New{host} log-in');
  await person.click(field('Closing text'));
  expect(isOff('Insert {username}')).toBe(false);
  await person.click(button('Insert {username}'));
  expect(field('Closing text').value).toContain('{username}');
});

test('shows a problem at its field and keeps the last valid preview', async () => {
  const fields = { subject: 'This mail template has no placeholder {x}.', 'paragraphs.1': 'Close the brace.' };
  const { person, server } = await show(build(), {
    [preview]: rejection('invalid_request', { fields }),
    [put]: rejection('invalid_request', { fields }),
  });
  await person.type(field('Heading'), '!');
  await waitFor(() => expect(errorOf(field('Subject'))).toBe('This mail template has no placeholder {x}.'));
  expect(errorOf(field('Text'))).toBe('Paragraph 2: Close the brace.');
  expect(screen.getByText('The preview shows the last valid text.')).toBeTruthy();
  await person.click(button('Save'));
  await waitFor(() => expect(document.activeElement).toBe(field('Subject')));
  server.change({ [preview]: mail });
  await person.type(field('Heading'), '!');
  await waitFor(() => expect(errorOf(field('Subject'))).toBeUndefined());
});

test('shows a conflicting version beside one’s own, and continues with either', async () => {
  const theirs = saved({ subject: 'Theirs', action: 'See' });
  const { person, server } = await show(build(), { [put]: rejection('conflict') });
  await person.clear(field('Subject'));
  await person.type(field('Subject'), 'Mine');
  server.change({ [list]: { templates: [theirs] } });
  await person.click(button('Save'));
  const alert = within(await screen.findByRole('alert'));
  // The focus moves to the comparison.
  await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(alert.getByText('zoe has saved a different text')).toBeTruthy();
  const pair = within(alert.getByRole('region', { name: 'Subject: both versions' }));
  expect([pair.getByText('Theirs'), pair.getByText('Mine')]).toHaveLength(2);
  expect(isOff('Save')).toBe(true);
  await person.click(alert.getByRole('button', { name: 'Use this: Button' }));
  await person.click(alert.getByRole('button', { name: 'Keep mine' }));
  expect(screen.queryByRole('alert')).toBeNull();
  server.change({ [put]: { template: saved({ subject: 'Mine', action: 'See' }, { revision: 2 }) } });
  await person.click(button('Save'));
  await screen.findByText('Saved. The next mail uses this text.');
  expect(server.callsOf(put).at(-1)?.body).toEqual({ ...defaults, subject: 'Mine', action: 'See', revision: 1 });
});

test('keeps unsaved changes while another page is open, and can discard them', async () => {
  const { person, rerender } = await show(build());
  await person.type(field('Heading'), ' here');
  rerender(<p>Another page</p>);
  rerender(<MailTemplatePage kind="new-sign-in" />);
  await waitFor(() => expect(field('Heading').value).toBe('A new device here'));
  await person.click(button('Discard changes'));
  expect(field('Heading').value).toBe('A new device');
  expect(isOff('Save')).toBe(true);
});

test('keeps text that is typed during a save, and saves it with the new revision', async () => {
  const { person, server } = await show(build());
  let answer = () => {};
  server.change({
    [put]: () =>
      new Promise((resolve) => {
        answer = () => resolve({ template: saved({ subject: 'Ahoy' }) });
      }),
  });
  await person.clear(field('Subject'));
  await person.type(field('Subject'), 'Ahoy');
  await person.click(button('Save'));
  await waitFor(() => expect(server.callsOf(put)).toHaveLength(1));
  await person.type(field('Subject'), '!');
  answer();
  await screen.findByRole('heading', { level: 1, name: 'Ahoy' });
  expect(field('Subject').value).toBe('Ahoy!');
  await person.click(button('Save'));
  await waitFor(() => expect(server.callsOf(put)[1]?.body).toMatchObject({ subject: 'Ahoy!', revision: 1 }));
  answer();
});

test('asks before it restores the default text', async () => {
  const back = 'DELETE /api/admin/mail_templates/:kind';
  const { person, server } = await show(saved({ subject: 'Ahoy' }), { [back]: { template: build({ revision: 2 }) } });
  await person.click(button('Restore default'));
  const dialog = within(screen.getByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Restore default' }));
  await screen.findByText('The default text is restored.');
  expect(server.callsOf(back)[0]?.query).toEqual({ revision: '1' });
  expect(field('Subject').value).toBe('New log-in');
  expect(screen.queryByRole('button', { name: 'Restore default' })).toBeNull();
});

test('shows both texts when the default has changed, and saves one’s own unchanged', async () => {
  const template = saved({ subject: 'Ahoy' }, { former_default: { subject: 'Log-in' } });
  const { person, server } = await show(template, { [put]: { template: saved({ subject: 'Ahoy' }, { revision: 2 }) } });
  const pair = within(screen.getByRole('region', { name: 'Subject: both versions' }));
  expect([pair.getByText('New log-in'), pair.getByText('Ahoy')]).toHaveLength(2);
  await person.click(button('Save'));
  await waitFor(() => expect(screen.queryByText('The default text has changed since yours was saved')).toBeNull());
  expect(server.callsOf(put)[0]?.body).toMatchObject({ subject: 'Ahoy', revision: 1 });
});

test('shows why a saved text is invalid', async () => {
  const problems = { subject: 'This mail template has no placeholder {gone}.' };
  await show(saved({ subject: '{gone}' }, { problems }), {
    [preview]: rejection('invalid_request', { fields: problems }),
  });
  expect(screen.getByText('Subject: This mail template has no placeholder {gone}.')).toBeTruthy();
  await waitFor(() => expect(errorOf(field('Subject'))).toBe('This mail template has no placeholder {gone}.'));
});

test('shows a message when the templates do not load and when a template does not exist', async () => {
  const { server, person, rerender } = await renderApp(<MailTemplatePage kind="nothing" />, {
    user: buildUser({ is_superuser: true }),
    answers: { [list]: rejection('internal') },
  });
  await screen.findByText(/The mail template did not load/);
  server.change({ [list]: { templates: [build()] } });
  await person.click(button(/again/));
  await screen.findByText('Mail template not found');
  rerender(<MailTemplatesPage />);
  await screen.findByRole('link', { name: /New log-in/ });
});

test('previews in the color scheme of its tab, independent of the browser’s', () => {
  const html = '<meta content="light dark"><style>@media (prefers-color-scheme:dark){a{}}</style>';
  expect(forceColorScheme(html, 'dark')).toBe('<meta content="dark"><style>@media all{a{}}</style>');
  expect(forceColorScheme(html, 'light')).toBe('<meta content="light"><style>@media not all{a{}}</style>');
});
