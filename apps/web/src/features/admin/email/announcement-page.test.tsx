import type { Announcement, UndeliveredMails } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AnnouncementPage } from './announcement-page.tsx';
import { buildAnnouncement, seedMap } from './testing/build-announcement.ts';

const path = 'GET /api/admin/announcements/:pk';
const audience = 'POST /api/admin/announcements/audience';
const send = 'POST /api/admin/announcements/:pk/send';
const act = 'POST /api/admin/announcements/:pk/act';
const settle = 'POST /api/admin/announcements/:pk/settle';
const troubled = 'GET /api/admin/announcements/:pk/troubled';
const noneLeftOut = { disabled: 0, deletion_scheduled: 0, no_address: 0, unsubscribed: 0, bounced: 0 };

const show = (announcement: Announcement | 'new', answers: Answers = {}, mail = true) =>
  renderApp(<AnnouncementPage announcement={announcement === 'new' ? 'new' : String(announcement.pk)} />, {
    user: buildUser({ is_superuser: true }),
    seed: seedMap,
    features: { mail },
    answers: {
      [audience]: { recipients: 1_200, left_out: { ...noneLeftOut, unsubscribed: 1, bounced: 2 } },
      ...(announcement === 'new' ? {} : { [path]: { announcement } }),
      ...answers,
    },
  });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('asks for missing fields of a new announcement, then saves it as a draft with its own URL', async () => {
  const draft = buildAnnouncement({
    segment: { tiers: [2], activity: { kind: 'inactive', days: 30 }, continent: 'web' },
  });
  const {
    person,
    server,
    path: currentPath,
  } = await show('new', {
    'POST /api/admin/announcements': { announcement: draft },
  });
  await person.clear(field('Mails per minute'));
  await person.type(field('Mails per minute'), '60001');
  await person.click(press('Save draft'));
  await waitFor(() => expect(errorOf(field('Subject'))).toBe('Enter a subject.'));
  expect(errorOf(field('Text'))).toContain('Enter a text.');
  // The form rejects everything but a number of up to five digits; the server rejects more than 60,000.
  await person.clear(field('Mails per minute'));
  await person.type(field('Mails per minute'), 'many');
  await person.click(press('Save draft'));
  await waitFor(() => expect(errorOf(field('Mails per minute'))).toContain('Enter a whole number from 1 to 60000.'));
  expect(server.callsOf('POST /api/admin/announcements')).toEqual([]);

  await person.type(field('Subject'), 'Winter term');
  await person.type(field('Text'), 'New labs.');
  await person.clear(field('Mails per minute'));
  await person.type(field('Mails per minute'), '600');
  await person.click(field('Specialization'));
  await person.selectOptions(field('Activity'), 'inactive');
  await person.selectOptions(field('Started a course in'), 'The Web');
  await person.click(press('Save draft'));
  await waitFor(() => expect(currentPath()).toBe('/admin/email/4'));
  expect(server.callsOf('POST /api/admin/announcements')[0]?.body).toEqual({
    ...{ subject: 'Winter term', body: 'New labs.', per_minute: 600 },
    segment: { tiers: [2], activity: { kind: 'inactive', days: 30 }, continent: 'web' },
  });
});

test('shows a validation error of the server at its field, and after a preview too', async () => {
  const invalid = rejection('invalid_request', {
    msg: 'Line 3: no labs here.',
    fields: { body: 'Line 3: no labs here.' },
  });
  const { person } = await show('new', {
    'POST /api/admin/announcements': invalid,
    'POST /api/admin/announcements/preview': invalid,
  });
  await person.type(field('Subject'), 'A');
  await person.type(field('Text'), 'B');
  await person.click(press('Preview'));
  await screen.findByText('Line 3: no labs here.');
  await person.click(press('Save draft'));
  await waitFor(() => expect(errorOf(field('Text'))).toContain('Line 3: no labs here.'));
});

test('counts the recipients and the accounts left out, and rejects an invalid number of days', async () => {
  const { person, server } = await show('new');
  await screen.findByText('1,200');
  expect(screen.getByText('1 account unsubscribed')).toBeTruthy();
  expect(screen.getByText('2 accounts bounced')).toBeTruthy();
  await person.click(field('Free'));
  await person.selectOptions(field('Activity'), 'inactive');
  await person.clear(await screen.findByLabelText('Number of days'));
  await person.type(field('Number of days'), '0');
  await waitFor(() => expect(errorOf(field('Number of days'))).toBe('Enter a whole number from 1 to 3650.'));
  await person.clear(field('Number of days'));
  await person.type(field('Number of days'), '7');
  await waitFor(() => expect(errorOf(field('Number of days'))).toBeUndefined());
  await waitFor(() =>
    expect(server.callsOf(audience).at(-1)?.body?.segment).toMatchObject({ activity: { kind: 'inactive', days: 7 } }),
  );
});

test('requires saving before sending, and does not overwrite another superuser’s changes', async () => {
  const { person } = await show(buildAnnouncement(), {
    'PUT /api/admin/announcements/:pk': rejection('conflict', { msg: 'Another superuser has changed this draft.' }),
  });
  await screen.findByRole('button', { name: 'Send now' });
  await person.type(field('Subject'), '!');
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  expect(screen.getByText('Save the draft before you test or send it.')).toBeTruthy();
  await person.click(press('Save draft'));
  await screen.findByText('Another superuser has changed this draft.');
  expect(field('Subject').value).toBe('Winter term!');
});

test('sends a test to the superuser’s own confirmed address', async () => {
  const test = 'POST /api/admin/announcements/:pk/test';
  const { person, server } = await show(buildAnnouncement(), {
    [test]: rejection('conflict', { msg: 'Your account has no confirmed email.' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Send me a test' }));
  await screen.findByText('Your account has no confirmed email.');
  server.change({ [test]: { to: 'mara@example.org' } });
  await person.click(press('Send me a test'));
  await screen.findByText('Sent to mara@example.org.');
});

test('confirms the number of recipients before sending, and shows why sending failed', async () => {
  const { person, server } = await show(buildAnnouncement(), {
    [send]: rejection('conflict', { msg: 'This announcement is already scheduled.' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Send now' }));
  const dialog = await inDialog('Send this announcement now?');
  expect(dialog.getByText('1,200')).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Send to all recipients' }));
  await dialog.findByText('This announcement is already scheduled.');
  server.change({ [send]: { announcement: buildAnnouncement({ state: 'sending', mails: { waiting: 1_200 } }) } });
  await person.click(dialog.getByRole('button', { name: 'Send to all recipients' }));
  await screen.findByRole('heading', { name: /Progress Sending/ });
  expect(server.callsOf(send).at(-1)?.body).toEqual({ revision: 2, send_at: null });
});

test('deletes a draft after a confirmation', async () => {
  const {
    person,
    server,
    path: currentPath,
  } = await show(buildAnnouncement(), {
    'DELETE /api/admin/announcements/:pk': {},
  });
  await person.click(await screen.findByRole('button', { name: 'Delete draft' }));
  expect(server.callsOf('DELETE /api/admin/announcements/:pk')).toEqual([]);
  await person.click((await inDialog('Delete this draft?')).getByRole('button', { name: 'Delete draft' }));
  await waitFor(() => expect(currentPath()).toBe('/admin/email'));
});

test('shows the progress and the delivery problem of an announcement, and can pause and stop it', async () => {
  const sending = buildAnnouncement({
    state: 'sending',
    trouble: 'The mail server mail.example.org could not be used: down.',
    started_at: '2026-11-24T10:00:00.000Z',
    segment: { tiers: [1, 2], activity: { kind: 'active', days: 1 }, continent: 'web' },
    mails: { sent: 400, waiting: 1_800 },
  });
  const { person, server } = await show(sending, {
    [act]: ({ body }) => ({
      announcement: { ...sending, trouble: null, state: body?.act === 'stop' ? 'stopped' : 'paused' },
    }),
  });
  await screen.findByText(/could not be used: down. The server retries automatically./);
  const bar = screen.getByRole('progressbar', { name: 'Mails processed' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['400', '2200']);
  expect(screen.getByText('At least 3 minutes left')).toBeTruthy();
  expect(
    screen.getByText('Foundational or Specialization, active within 1 day, started a course in The Web'),
  ).toBeTruthy();
  await person.click(press('Pause'));
  const heading = await screen.findByRole('heading', { name: /Progress Paused/ });
  expect(document.activeElement).toBe(heading);
  expect(screen.queryByText(/The server retries automatically/)).toBeNull();
  await person.click(press('Stop'));
  expect(server.callsOf(act)).toHaveLength(1);
  await person.click((await inDialog('Stop this announcement for good?')).getByRole('button', { name: 'Stop' }));
  await screen.findByRole('heading', { name: /Progress Stopped/ });
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
});

test('shows the server’s message when an action comes too late', async () => {
  const paused = buildAnnouncement({ state: 'paused', mails: { waiting: 3 } });
  const { person } = await show(paused, {
    [act]: rejection('conflict', { msg: 'This announcement is already stopped.' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Resume' }));
  await screen.findByText('This announcement is already stopped.');
});

test('shows the time and the recipients of a scheduled announcement, and can make it a draft again', async () => {
  const scheduled = buildAnnouncement({ state: 'scheduled', send_at: '2026-12-01T10:00:00.000Z' });
  const { person } = await show(scheduled, { [act]: { announcement: buildAnnouncement({ revision: 3 }) } });
  await screen.findByText(/^Scheduled for /);
  await screen.findByText('1,200');
  await person.click(press('Back to draft'));
  await screen.findByRole('button', { name: 'Save draft' });
});

const undelivered: UndeliveredMails['mails'][number] = {
  ...{ user: 9, username: 'ada', message_id: 'abc123', state: 'unknown', reason: 'The connection broke.' },
  at: '2026-11-24T10:00:00.000Z',
};

test('settles a mail with unknown delivery as the superuser found it in the mail server’s log', async () => {
  const done = buildAnnouncement({ state: 'done', mails: { sent: 8, refused: 1, unknown: 2 } });
  const ben = { ...undelivered, user: 10, username: 'ben', message_id: 'def456' };
  const refused = { ...undelivered, user: 11, username: 'cleo', state: 'refused' as const, reason: '550 unknown user' };
  const { person, server } = await show(done, {
    [troubled]: { mails: [undelivered, ben, refused], next_cursor: null },
    [settle]: rejection('conflict', { msg: 'The delivery of this mail is already settled.' }),
  });
  await screen.findByText('abc123');
  expect(screen.getByText('550 unknown user')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'It arrived: mail to cleo' })).toBeNull();
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/admin/users/ada');
  await person.click(press('It arrived: mail to ada'));
  await screen.findByText('The delivery of this mail is already settled.');
  const fewer = { announcement: { ...done, mails: { ...done.mails, sent: 9, unknown: 1 } } };
  server.change({ [settle]: fewer, [path]: fewer, [troubled]: { mails: [ben, refused], next_cursor: null } });
  await person.click(press('It arrived: mail to ada'));
  await waitFor(() => expect(screen.queryByText('abc123')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Progress/ }));
  await person.click(press('Resend: mail to ben'));
  await waitFor(() =>
    expect(server.callsOf(settle).map(({ body }) => body)).toEqual([
      { user: 9, arrived: true },
      { user: 9, arrived: true },
      { user: 10, arrived: false },
    ]),
  );
});

test('resends all mails with unknown delivery only after a confirmation', async () => {
  const done = buildAnnouncement({ state: 'done', mails: { sent: 8, unknown: 1 } });
  const { person, server } = await show(done, {
    [troubled]: { mails: [undelivered], next_cursor: null },
    [act]: { announcement: { ...done, state: 'sending', mails: { ...done.mails, waiting: 1, unknown: 0 } } },
  });
  await person.click(await screen.findByRole('button', { name: 'Resend unknown deliveries' }));
  expect(server.callsOf(act)).toEqual([]);
  const dialog = await inDialog('Resend unknown deliveries?');
  expect(dialog.getByText(/get the mail twice/)).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Resend unknown deliveries' }));
  await waitFor(() => expect(screen.queryByText('abc123')).toBeNull());
});

test('shows a message for an announcement that does not exist and for one that does not load', async () => {
  const { person, server } = await show(buildAnnouncement(), { [path]: rejection('not_found') });
  await screen.findByRole('heading', { name: 'Announcement not found' });
  server.change({ [path]: rejection('unavailable', { msg: 'The database is unavailable.' }) });
  const again = await show(buildAnnouncement(), {
    [path]: rejection('unavailable', { msg: 'The database is unavailable.' }),
  });
  await screen.findByText('The announcement did not load');
  again.server.change({ [path]: { announcement: buildAnnouncement() } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Save draft' });
});

test('says that the mails of an announcement are stored, not sent, on a site without a mail server', async () => {
  const done = buildAnnouncement({ state: 'done', mails: { stored: 12 } });
  await show(done, {}, false);
  const heading = await screen.findByRole('heading', { name: /Progress/ });
  expect(heading.textContent).toBe('Progress Stored, not sent');
  screen.getByText(/12 mails went to the/);
  screen.getByRole('link', { name: 'outbox' });
});

test('warns before an announcement is stored on a site without a mail server', async () => {
  const test = 'POST /api/admin/announcements/:pk/test';
  const { person } = await show(buildAnnouncement(), { [test]: { to: 'mara@example.org' } }, false);
  await screen.findByText('No mail server is set');
  await person.click(press('Send me a test'));
  await screen.findByText('Stored in the outbox for mara@example.org. No mail server is set.');
  await person.click(press('Send now'));
  (await inDialog('Send this announcement now?')).getByRole('button', { name: 'Store in the outbox' });
});
