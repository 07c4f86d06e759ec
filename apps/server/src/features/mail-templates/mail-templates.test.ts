import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AdminMailTemplate, MailPreview } from '@hexpedition/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteNamed } from '#features/feature-switches/testing';
import { createComposeMail, defineMailTemplate } from '#features/mail-templates/mail-templates.public';
import { readConfig } from '#platform/config';
import { buildUser } from '#testing/factories';
import { solvePow } from '#testing/solve-proof-of-work';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';

/* End-to-end: mails that arrive at a mail server after a superuser has changed the templates. */

const arrived: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    buffer(stream)
      .then((bytes) => PostalMime.parse(bytes))
      .then((mail) => {
        arrived.push(mail);
        done();
      }, done);
  },
});

interface ErrorBody {
  code: string;
  msg: string;
  fields?: Record<string, string>;
}
type Answer = { template: AdminMailTemplate } & ErrorBody;

let test: TestApp;
let captain: Caller & { pk: number };
let second: Caller;
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  test = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
  captain = await test.as({ username: 'captain', email: 'captain@example.org', isSuperuser: true });
  second = await test.as({ username: 'second', isSuperuser: true });
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  await test.database.db.deleteFrom('custom_mail_templates').execute();
  arrived.length = 0;
});

const path = '/api/admin/mail_templates';
async function templateOf(kind: string): Promise<AdminMailTemplate> {
  const { templates } = (await captain.get<{ templates: AdminMailTemplate[] }>(path)).body;
  const found = templates.find((template) => template.kind === kind);
  if (!found) throw new Error(`There is no template ${kind}.`);
  return found;
}
const save = async (kind: string, changes: object, revision = 0, by: Caller = captain) =>
  by.put<Answer>(`${path}/${kind}`, { ...(await templateOf(kind)).default_wording, ...changes, revision });

/** Waits for the mail to an address; a job delivers it. */
async function mailTo(address: string): Promise<Email> {
  const find = () => arrived.find(({ to }) => to?.some((one) => one.address === address));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find() as Email;
}

async function signUp(username: string, email: string): Promise<void> {
  const proof = await solvePow(test.anonymous, '/api/account/signup');
  const body = { username, password: 'correct horse battery staple', email };
  expect(await test.anonymous.post('/api/account/signup', body, { 'x-pow': proof })).toMatchObject({ status: 200 });
}

async function requestReset(email: string): Promise<void> {
  const proof = await solvePow(test.anonymous, '/api/account/reset');
  const answer = await test.anonymous.post('/api/account/reset', { email }, { 'x-pow': proof });
  expect(answer).toMatchObject({ status: 200 });
}

it('lists every template with its text, the default text and its placeholders', async () => {
  const { templates } = (await captain.get<{ templates: AdminMailTemplate[] }>(path)).body;
  expect(templates).toHaveLength(25);
  expect(new Set(templates.map(({ kind }) => kind)).size).toBe(25);
  for (const { wording, default_wording, changed, revision, problems } of templates) {
    expect({ wording, changed, revision, problems }).toEqual({
      wording: default_wording,
      changed: [],
      revision: 0,
      problems: {},
    });
  }
  const { placeholders, subject, text } = await templateOf('new-sign-in');
  expect([subject, text]).toEqual(['New log-in to your account', expect.stringContaining('Hello mara.')]);
  expect(placeholders).toContainEqual({
    ...{ name: 'device', means: 'The browser and the system that logged in', example: 'Firefox on Linux' },
    ...{ chosen: true, needed: false },
  });
});

it('sends mails with a changed text immediately', async () => {
  const changed = await save('verify', {
    subject: 'Ahoy at {host}',
    paragraphs: ['Welcome aboard, {username}.', 'Three days,\nand no longer.'],
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { template: { revision: 1, changed: ['subject', 'paragraphs'], changed_by: 'captain', former_default: {} } },
  });
  await signUp('zoe-first', 'zoe@example.org');
  const mail = await mailTo('zoe@example.org');
  const { host } = new URL(readConfig({}).publicUrl);
  expect(mail.subject).toBe(`Ahoy at ${host}`);
  expect(mail.text).toContain('Welcome aboard, zoe-first.\n\nThree days,\nand no longer.');
  expect(mail.html).toContain('Three days,<br>and no longer.');
  // The parts that cannot be changed are still there.
  expect(mail.text).toMatch(/Confirm this address:\nhttps?:\/\/\S+\/verify\/\d+\/\S+\n/);
  expect(mail.text).toContain('You get this because someone entered this address for the account zoe-first on');
});

it('sends the default text again after a restore', async () => {
  await buildUser(test.database.db, { email: 'back@example.org' });
  const { default_wording } = (await save('reset', { subject: 'Ahoy' })).body.template;
  const back = await captain.delete<Answer>(`${path}/reset?revision=1`);
  expect(back.body.template).toMatchObject({
    revision: 2,
    changed: [],
    changed_by: 'captain',
    wording: default_wording,
  });
  await requestReset('back@example.org');
  expect((await mailTo('back@example.org')).subject).toBe('Reset your password');
});

it('stores only the changed parts', async () => {
  await save('reset', { subject: 'Forgot something?' });
  const { db } = test.database;
  const rows = await db.selectFrom('custom_mail_templates').select(['kind', 'wording', 'default_wording']).execute();
  expect(rows).toEqual([
    { kind: 'reset', wording: { subject: 'Forgot something?' }, default_wording: { subject: 'Reset your password' } },
  ]);
});

it('reports changes of the default text since the custom text was saved', async () => {
  await save('reset', { subject: 'Forgot something?', action: 'Go on' });
  const { db } = test.database;
  const then = JSON.stringify({ subject: 'Your password', action: 'Set a new password' });
  await db.updateTable('custom_mail_templates').set({ default_wording: then }).execute();
  expect(await templateOf('reset')).toMatchObject({
    former_default: { subject: 'Your password' },
    default_wording: { subject: 'Reset your password' },
    wording: { subject: 'Forgot something?' },
  });
  // Saving acknowledges the changes.
  await save('reset', { subject: 'Forgot something?', action: 'Go on' }, 1);
  expect((await templateOf('reset')).former_default).toEqual({});
});

it('detects conflicting changes of two superusers, also after a restore', async () => {
  const [one, two] = await Promise.all([
    save('verify', { subject: 'One' }),
    save('verify', { subject: 'Two' }, 0, second),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([200, 409]);
  expect([one, two].find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
  expect((await save('verify', { subject: 'Three' }, 1, second)).body.template.changed_by).toBe('second');
  expect((await save('verify', { subject: 'Four' }, 1)).status).toBe(409);
  expect((await captain.delete<ErrorBody>(`${path}/verify?revision=1`)).status).toBe(409);
  expect((await captain.delete(`${path}/verify?revision=2`)).status).toBe(200);
  // The text is the same as at revision 0, but the revision is not.
  expect((await save('verify', { subject: 'Five' }, 0, second)).status).toBe(409);
  expect((await save('verify', { subject: 'Five' }, 7)).status).toBe(409);
  expect((await templateOf('verify')).subject).toBe('Confirm your email address');
});

it('audits the changed parts before and after', async () => {
  await save('verify', { subject: 'One' });
  await save('verify', { subject: 'One', action: 'Go' }, 1, second);
  await captain.delete(`${path}/verify?revision=2`);
  const { db } = test.database;
  const events = await db
    .selectFrom('audit_events')
    .select(['action', 'data'])
    .where('subject', '=', 'mail_template:verify')
    .orderBy('pk', 'desc')
    .limit(3)
    .execute();
  const default_wording = { subject: 'Confirm your email address', action: 'Confirm this address' };
  expect(events).toEqual([
    { action: 'mail_template.restored', data: { before: { subject: 'One', action: 'Go' }, after: default_wording } },
    { action: 'mail_template.changed', data: { before: { action: default_wording.action }, after: { action: 'Go' } } },
    {
      action: 'mail_template.changed',
      data: { before: { subject: default_wording.subject }, after: { subject: 'One' } },
    },
  ]);
});

it('previews and sends a test of an unsaved text', async () => {
  const { default_wording } = await templateOf('receipt');
  const words = { ...default_wording, subject: 'Thanks: {total}', paragraphs: ['<b>Hello</b> {username}.'] };
  const preview = await captain.post<MailPreview>(`${path}/receipt/preview`, words);
  expect(preview.body).toMatchObject({
    subject: 'Thanks: €18.00',
    text: expect.stringContaining('<b>Hello</b> mara.'),
  });
  expect(preview.body.html).toContain('&lt;b&gt;Hello&lt;/b&gt; mara.');
  expect((await captain.post(`${path}/receipt/test`, words)).body).toEqual({ to: 'captain@example.org' });
  const mail = await mailTo('captain@example.org');
  expect([mail.subject, mail.text]).toEqual(['Test: Thanks: €18.00', expect.stringContaining('<b>Hello</b> captain.')]);
  expect((await templateOf('receipt')).revision).toBe(0);
  // Omitted parts have the saved text.
  await save('receipt', { subject: 'Saved' });
  arrived.length = 0;
  await captain.post(`${path}/receipt/test`, {});
  expect((await mailTo('captain@example.org')).subject).toBe('Test: Saved');
});

describe('invalid change', () => {
  const problems: [name: string, changes: object, field: string, says: string][] = [
    [
      'an unknown placeholder',
      { subject: 'Hi {device}' },
      'subject',
      'no placeholder {device}. You can use {username}, {host}.',
    ],
    ['an unclosed brace', { otherwise: 'Ask {host' }, 'otherwise', 'Close the brace'],
    [
      'an untrusted value in the subject',
      { subject: '{username}, hello' },
      'subject',
      'A stranger can choose its value',
    ],
    ['a header injection in the subject', { subject: 'Hi\r\nBcc: all@example.org' }, 'subject', 'Use one line'],
    ['a Unicode line separator in the subject', { subject: 'Hi\u2028Bcc: x' }, 'subject', 'Use one line'],
    ['a line break on the button', { action: 'Go\nthere' }, 'action', 'Use one line'],
    ['control characters', { paragraphs: ['Hello {username}.', 'a\u001b[31mb'] }, 'paragraphs.1', 'control'],
    ['a NUL', { heading: 'a\0b' }, 'heading', 'cannot be stored'],
    ['a lone surrogate', { heading: 'a\ud800b' }, 'heading', 'cannot be stored'],
    ['a subject that is too long', { subject: 'x'.repeat(151) }, 'subject', 'at most 150'],
    ['a text that is too long', { paragraphs: ['x'.repeat(2_001)] }, 'paragraphs.0', 'at most 2000'],
    ['too many paragraphs', { paragraphs: Array.from({ length: 13 }, () => 'x') }, 'paragraphs', 'at most 12'],
    ['no text', { paragraphs: [] }, 'paragraphs', 'Enter at least one paragraph'],
    ['an empty button', { action: '  ' }, 'action', 'Enter a label for the button'],
    ['a malformed body', { paragraphs: 'Hello' }, 'paragraphs', ''],
  ];

  it.each(problems)('is rejected at its field: %s', async (_, changes, field, says) => {
    const { default_wording } = await templateOf('verify');
    const words = { ...default_wording, ...changes };
    for (const answer of [
      await captain.put<ErrorBody>(`${path}/verify`, { ...words, revision: 0 }),
      await captain.post<ErrorBody>(`${path}/verify/preview`, words),
      await captain.post<ErrorBody>(`${path}/verify/test`, words),
    ]) {
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
      expect(answer.body.fields?.[field]).toContain(says);
    }
    expect(arrived).toEqual([]);
    expect((await templateOf('verify')).revision).toBe(0);
  });

  it('is rejected if a required placeholder is missing', async () => {
    const { default_wording } = await templateOf('end-of-voucher');
    const words = { ...default_wording, heading: 'It has ended', paragraphs: ['Hello {username}. It is over.'] };
    const { status, body } = await captain.post<ErrorBody>(`${path}/end-of-voucher/preview`, words);
    expect([status, body.fields?.paragraphs]).toEqual([400, expect.stringContaining('Put {tier} into the heading')]);
  });

  it.each([{ revision: -1 }, { revision: 'x' }, { revision: null }, { revision: 1.5 }, { revision: undefined }])(
    'is rejected for revision %j',
    async ({ revision }) => {
      const { default_wording } = await templateOf('verify');
      expect((await captain.put(`${path}/verify`, { ...default_wording, revision })).status).toBe(400);
      expect((await captain.delete(`${path}/verify?revision=${revision}`)).status).toBe(400);
      expect((await templateOf('verify')).revision).toBe(0);
    },
  );

  it('cannot change the reason, the facts and the link', async () => {
    const { default_wording, text } = await templateOf('deletion-scheduled');
    const more = { reason: 'Because.', facts: [], url: 'https://evil.example', action: 'Keep it' };
    const { status, body } = await captain.put<Answer>(`${path}/deletion-scheduled`, {
      ...default_wording,
      ...more,
      revision: 0,
    });
    expect(status).toBe(200);
    expect(body.template.text).toBe(text.replace('Keep the account:', 'Keep it:'));
  });

  it('is rejected for other users, unknown templates and malformed bodies', async () => {
    const { default_wording } = await templateOf('verify');
    const learner = await test.as();
    for (const [caller, code] of [
      [test.anonymous, 'token_missing'],
      [learner, 'forbidden'],
    ] as const) {
      expect((await caller.get<ErrorBody>(path)).body.code).toBe(code);
      expect((await caller.put<ErrorBody>(`${path}/verify`, { ...default_wording, revision: 0 })).body.code).toBe(code);
      expect((await caller.delete<ErrorBody>(`${path}/verify?revision=0`)).body.code).toBe(code);
      expect((await caller.post<ErrorBody>(`${path}/verify/preview`, default_wording)).body.code).toBe(code);
      expect((await caller.post<ErrorBody>(`${path}/verify/test`, default_wording)).body.code).toBe(code);
    }
    for (const kind of ['no-such', 'constructor', '__proto__']) {
      const refused = [404, 400];
      expect(refused).toContain((await captain.put(`${path}/${kind}`, { ...default_wording, revision: 0 })).status);
      expect(refused).toContain((await captain.delete(`${path}/${kind}?revision=0`)).status);
      expect(refused).toContain((await captain.post(`${path}/${kind}/preview`, default_wording)).status);
      expect(refused).toContain((await captain.post(`${path}/${kind}/test`, {})).status);
    }
    for (const body of [[], { ...default_wording, subject: 7 }, {}]) {
      expect((await captain.put(`${path}/verify`, body)).status).toBe(400);
      expect((await captain.post(`${path}/verify/preview`, body)).status).toBe(400);
    }
    expect((await templateOf('verify')).revision).toBe(0);
  });
});

describe('unusable custom text', () => {
  const broken: [name: string, wording: object, part: string][] = [
    ['uses a removed placeholder', { subject: 'Hello {nickname}' }, 'subject'],
    ['has an unclosed brace', { paragraphs: ['Hello {username'] }, 'paragraphs'],
    ['contains a header injection', { subject: 'a\r\nBcc: b@example.org' }, 'saved'],
    ['has the wrong type', { paragraphs: { a: 1 } }, 'saved'],
    ['is a list', [1], 'saved'],
  ];

  it.each(broken)('does not prevent a password reset: it %s', async (_, wording, part) => {
    const { db } = test.database;
    const row = { kind: 'reset', wording: JSON.stringify(wording), default_wording: '{}', revision: 1 };
    await db
      .insertInto('custom_mail_templates')
      .values({ ...row, changed_by: captain.pk, changed_at: new Date() })
      .execute();
    const warnings: { template: string; problems: object }[] = [];
    const write = createComposeMail({
      db,
      site: siteNamed('Harbour School'),
      warn: (problem) => warnings.push(problem),
    });
    const reader = { username: 'mara', publicUrl: 'https://learn.example.org' };
    const { default_wording } = await templateOf('reset');
    const reset = defineMailTemplate({
      kind: 'reset',
      wording: default_wording,
      frame: () => ({ values: {}, url: 'x', reason: 'So.' }),
    });
    expect(await write(reset, reader, {})).toMatchObject({ subject: 'Reset your password', action: { url: 'x' } });
    expect(warnings).toEqual([{ template: 'reset', problems: { [part]: expect.any(String) } }]);
    // The page shows the problem, and saving another text fixes it.
    const shown = await templateOf('reset');
    expect([Object.keys(shown.problems), shown.subject]).toEqual([[part], 'Reset your password']);
    expect((await save('reset', { subject: 'Mended' }, 1)).body.template).toMatchObject({
      problems: {},
      subject: 'Mended',
    });
  });

  it('is replaced by the default text', async () => {
    const { db } = test.database;
    await buildUser(db, { email: 'lost@example.org' });
    const row = {
      kind: 'reset',
      wording: '{"subject":"{gone}"}',
      default_wording: '{}',
      revision: 1,
      changed_by: null,
    };
    await db
      .insertInto('custom_mail_templates')
      .values({ ...row, changed_at: new Date() })
      .execute();
    await requestReset('lost@example.org');
    expect((await mailTo('lost@example.org')).subject).toBe('Reset your password');
  });
});
