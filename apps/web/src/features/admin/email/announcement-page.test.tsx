import type { Announcement, TroubledMails } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/fields.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AnnouncementPage } from './announcement-page.tsx';
import { buildAnnouncement, seedMap } from './testing.ts';

const path = 'GET /api/admin/announcements/:pk';
const audience = 'POST /api/admin/announcements/audience';
const send = 'POST /api/admin/announcements/:pk/send';
const act = 'POST /api/admin/announcements/:pk/act';
const settle = 'POST /api/admin/announcements/:pk/settle';
const troubled = 'GET /api/admin/announcements/:pk/troubled';
const nobody = { disabled: 0, leaving: 0, no_address: 0, unsubscribed: 0, bounced: 0 };

const show = (announcement: Announcement | 'new', answers: Answers = {}) =>
  renderApp(<AnnouncementPage announcement={announcement === 'new' ? 'new' : String(announcement.pk)} />, {
    user: buildUser({ is_superuser: true }),
    seed: seedMap,
    answers: {
      [audience]: { recipients: 1_200, left_out: { ...nobody, unsubscribed: 1, bounced: 2 } },
      ...(announcement === 'new' ? {} : { [path]: { announcement } }),
      ...answers,
    },
  });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('a new one says what is missing, then is kept as a draft at its own address', async () => {
  const draft = buildAnnouncement({
    segment: { tiers: [2], activity: { kind: 'inactive', days: 30 }, continent: 'web' },
  });
  const {
    person,
    server,
    path: where,
  } = await show('new', {
    'POST /api/admin/announcements': { announcement: draft },
  });
  await person.clear(field('Mails a minute'));
  await person.type(field('Mails a minute'), '60001');
  await person.click(press('Save draft'));
  await waitFor(() => expect(errorOf(field('Subject'))).toBe('Give it a subject.'));
  expect(errorOf(field('Text'))).toContain('Write what you want to say.');
  // The server knows the bound above 60,000; what is no number at all is said here.
  await person.clear(field('Mails a minute'));
  await person.type(field('Mails a minute'), 'many');
  await person.click(press('Save draft'));
  await waitFor(() => expect(errorOf(field('Mails a minute'))).toContain('Enter a whole number from 1 to 60000.'));
  expect(server.callsOf('POST /api/admin/announcements')).toEqual([]);

  await person.type(field('Subject'), 'Winter term');
  await person.type(field('Text'), 'New labs.');
  await person.clear(field('Mails a minute'));
  await person.type(field('Mails a minute'), '600');
  await person.click(field('Specialization'));
  await person.selectOptions(field('Activity'), 'inactive');
  await person.selectOptions(field('Has begun a course of'), 'The Web');
  await person.click(press('Save draft'));
  await waitFor(() => expect(where()).toBe('/admin/email/4'));
  expect(server.callsOf('POST /api/admin/announcements')[0]?.body).toEqual({
    ...{ subject: 'Winter term', body: 'New labs.', per_minute: 600 },
    segment: { tiers: [2], activity: { kind: 'inactive', days: 30 }, continent: 'web' },
  });
});

test('what the server refuses stands at its field; a preview of it says so too', async () => {
  const fault = refusal('invalid_request', { msg: 'Line 3: no labs here.', fields: { body: 'Line 3: no labs here.' } });
  const { person } = await show('new', {
    'POST /api/admin/announcements': fault,
    'POST /api/admin/announcements/preview': fault,
  });
  await person.type(field('Subject'), 'A');
  await person.type(field('Text'), 'B');
  await person.click(press('Preview'));
  await screen.findByText('Line 3: no labs here.');
  await person.click(press('Save draft'));
  await waitFor(() => expect(errorOf(field('Text'))).toContain('Line 3: no labs here.'));
});

test('whom it is for is counted, with those who are left out, and days that are none are said', async () => {
  const { person, server } = await show('new');
  await screen.findByText('1,200');
  expect(screen.getByText('1 account unsubscribed')).toBeTruthy();
  expect(screen.getByText('2 accounts bounced')).toBeTruthy();
  await person.click(field('Free'));
  await person.selectOptions(field('Activity'), 'inactive');
  await person.clear(await screen.findByLabelText('Within so many days'));
  await person.type(field('Within so many days'), '0');
  await waitFor(() => expect(errorOf(field('Within so many days'))).toBe('Enter a whole number from 1 to 3650.'));
  await person.clear(field('Within so many days'));
  await person.type(field('Within so many days'), '7');
  await waitFor(() => expect(errorOf(field('Within so many days'))).toBeUndefined());
  await waitFor(() =>
    expect(server.callsOf(audience).at(-1)?.body?.segment).toMatchObject({ activity: { kind: 'inactive', days: 7 } }),
  );
});

test('a draft that has changes is saved before it is sent; somebody else’s changes are not overwritten', async () => {
  const { person } = await show(buildAnnouncement(), {
    'PUT /api/admin/announcements/:pk': refusal('conflict', { msg: 'Somebody else has changed this draft meanwhile.' }),
  });
  await screen.findByRole('button', { name: 'Send now' });
  await person.type(field('Subject'), '!');
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  expect(screen.getByText('Save the draft before you test or send it.')).toBeTruthy();
  await person.click(press('Save draft'));
  await screen.findByText('Somebody else has changed this draft meanwhile.');
  expect(field('Subject').value).toBe('Winter term!');
});

test('a test goes to oneself, and needs a confirmed address', async () => {
  const test = 'POST /api/admin/announcements/:pk/test';
  const { person, server } = await show(buildAnnouncement(), {
    [test]: refusal('conflict', { msg: 'Your account has no confirmed email.' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Send me a test' }));
  await screen.findByText('Your account has no confirmed email.');
  server.change({ [test]: { to: 'mara@example.org' } });
  await person.click(press('Send me a test'));
  await screen.findByText('Sent to mara@example.org.');
});

test('sending asks first, names how many, and says why it cannot', async () => {
  const { person, server } = await show(buildAnnouncement(), {
    [send]: refusal('conflict', { msg: 'This announcement is scheduled by now.' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Send now' }));
  const dialog = await inDialog('Send it now?');
  expect(dialog.getByText('1,200')).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Send to all of them' }));
  await dialog.findByText('This announcement is scheduled by now.');
  server.change({ [send]: { announcement: buildAnnouncement({ state: 'sending', mails: { waiting: 1_200 } }) } });
  await person.click(dialog.getByRole('button', { name: 'Send to all of them' }));
  await screen.findByRole('heading', { name: /Progress Sending/ });
  expect(server.callsOf(send).at(-1)?.body).toEqual({ revision: 2, send_at: null });
});

test('a draft is deleted after a question', async () => {
  const {
    person,
    server,
    path: where,
  } = await show(buildAnnouncement(), {
    'DELETE /api/admin/announcements/:pk': {},
  });
  await person.click(await screen.findByRole('button', { name: 'Delete draft' }));
  expect(server.callsOf('DELETE /api/admin/announcements/:pk')).toEqual([]);
  await person.click((await inDialog('Delete this draft?')).getByRole('button', { name: 'Delete it' }));
  await waitFor(() => expect(where()).toBe('/admin/email'));
});

test('one that goes out shows how far it is, what holds it up, and can be paused and stopped', async () => {
  const going = buildAnnouncement({
    state: 'sending',
    trouble: 'The mail server mail.example.org could not be used: down.',
    started_at: '2026-11-24T10:00:00.000Z',
    segment: { tiers: [1, 2], activity: { kind: 'active', days: 1 }, continent: 'web' },
    mails: { sent: 400, waiting: 1_800 },
  });
  const { person, server } = await show(going, {
    [act]: ({ body }) => ({
      announcement: { ...going, trouble: null, state: body?.act === 'stop' ? 'stopped' : 'paused' },
    }),
  });
  await screen.findByText(/could not be used: down. It is tried again by itself./);
  const bar = screen.getByRole('progressbar', { name: 'Mails that are settled' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['400', '2200']);
  expect(screen.getByText('3 minutes to go, or more')).toBeTruthy();
  expect(
    screen.getByText('Foundational or Specialization, seen within 1 day, has begun a course of The Web'),
  ).toBeTruthy();
  await person.click(press('Pause'));
  const heading = await screen.findByRole('heading', { name: /Progress Paused/ });
  expect(document.activeElement).toBe(heading);
  expect(screen.queryByText(/It is tried again by itself/)).toBeNull();
  await person.click(press('Stop'));
  expect(server.callsOf(act)).toHaveLength(1);
  await person.click((await inDialog('Stop it for good?')).getByRole('button', { name: 'Stop' }));
  await screen.findByRole('heading', { name: /Progress Stopped/ });
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
});

test('an act that comes too late says so', async () => {
  const paused = buildAnnouncement({ state: 'paused', mails: { waiting: 3 } });
  const { person } = await show(paused, {
    [act]: refusal('conflict', { msg: 'This announcement is stopped by now.' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Resume' }));
  await screen.findByText('This announcement is stopped by now.');
});

test('one that is scheduled says when and to how many, and becomes a draft again', async () => {
  const scheduled = buildAnnouncement({ state: 'scheduled', send_at: '2026-12-01T10:00:00.000Z' });
  const { person } = await show(scheduled, { [act]: { announcement: buildAnnouncement({ revision: 3 }) } });
  await screen.findByText(/^Leaves /);
  await screen.findByText('1,200');
  await person.click(press('Make it a draft again'));
  await screen.findByRole('button', { name: 'Save draft' });
});

const doubtful: TroubledMails['mails'][number] = {
  ...{ user: 9, username: 'ada', message_id: 'abc123', state: 'doubtful', reason: 'The line broke.' },
  at: '2026-11-24T10:00:00.000Z',
};

test('a mail in doubt is settled by the mail server’s log', async () => {
  const done = buildAnnouncement({ state: 'done', mails: { sent: 8, refused: 1, doubtful: 2 } });
  const ben = { ...doubtful, user: 10, username: 'ben', message_id: 'def456' };
  const refused = { ...doubtful, user: 11, username: 'cleo', state: 'refused' as const, reason: '550 nobody' };
  const { person, server } = await show(done, {
    [troubled]: { mails: [doubtful, ben, refused], next_cursor: null },
    [settle]: refusal('conflict', { msg: 'This mail is not in doubt any more.' }),
  });
  await screen.findByText('abc123');
  expect(screen.getByText('550 nobody')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'It arrived: the mail to cleo' })).toBeNull();
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/admin/people/ada');
  await person.click(press('It arrived: the mail to ada'));
  await screen.findByText('This mail is not in doubt any more.');
  const fewer = { announcement: { ...done, mails: { ...done.mails, sent: 9, doubtful: 1 } } };
  server.change({ [settle]: fewer, [path]: fewer, [troubled]: { mails: [ben, refused], next_cursor: null } });
  await person.click(press('It arrived: the mail to ada'));
  await waitFor(() => expect(screen.queryByText('abc123')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Progress/ }));
  await person.click(press('Send again: the mail to ben'));
  await waitFor(() =>
    expect(server.callsOf(settle).map(({ body }) => body)).toEqual([
      { user: 9, arrived: true },
      { user: 9, arrived: true },
      { user: 10, arrived: false },
    ]),
  );
});

test('all in doubt are sent again only after a question', async () => {
  const done = buildAnnouncement({ state: 'done', mails: { sent: 8, doubtful: 1 } });
  const { person, server } = await show(done, {
    [troubled]: { mails: [doubtful], next_cursor: null },
    [act]: { announcement: { ...done, state: 'sending', mails: { ...done.mails, waiting: 1, doubtful: 0 } } },
  });
  await person.click(await screen.findByRole('button', { name: 'Send those in doubt again' }));
  expect(server.callsOf(act)).toEqual([]);
  const dialog = await inDialog('Send those in doubt again?');
  expect(dialog.getByText(/get the mail twice/)).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Send those in doubt again' }));
  await waitFor(() => expect(screen.queryByText('abc123')).toBeNull());
});

test('one that is gone, and one that does not load, say so', async () => {
  const { person, server } = await show(buildAnnouncement(), { [path]: refusal('not_found') });
  await screen.findByRole('heading', { name: 'This announcement is not there' });
  server.change({ [path]: refusal('unavailable', { msg: 'The database is away.' }) });
  const again = await show(buildAnnouncement(), { [path]: refusal('unavailable', { msg: 'The database is away.' }) });
  await screen.findByText('The announcement did not load');
  again.server.change({ [path]: { announcement: buildAnnouncement() } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Save draft' });
});
