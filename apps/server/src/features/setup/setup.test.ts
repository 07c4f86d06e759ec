import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDemoAccounts } from '#features/accounts/accounts.public';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createSetupLink } from './setup.public.ts';

const publicUrl = 'https://academy.example.org';
const password = 'lantern gravel otter 9';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ publicUrl });
});
afterEach(() => test.close());

const newLink = () => createSetupLink({ db: test.database.db, clock: test.clock, publicUrl });
const newToken = async () => (await newLink())?.split('#')[1] ?? '';

const account = { username: 'pilot', password };
const settings = { name: 'Harbour School', register: 'invite', free_tier: 3 };

type Changes = { username?: string; password?: string; settings?: object };
const finish = async (token: string, changes: Changes = {}, on: TestApp = test) => {
  const proof = await solvePow(on.anonymous, '/api/setup/finish');
  const body = { token, ...account, settings, ...changes };
  return on.anonymous.post<{ token: { access: string }; code?: string }>('/api/setup/finish', body, {
    'x-pow': proof,
    host: 'academy.example.org',
  });
};
const state = (token: unknown) => test.anonymous.post('/api/setup/state', { token });
const mail = (token: unknown, to = 'me@example.org') => test.anonymous.post('/api/setup/mail', { token, to });

const codesOf = async (token: string) => [
  (await state(token)).body.code,
  (await mail(token)).body.code,
  (await finish(token)).body.code,
];
const countUsers = async () =>
  Number(
    (
      await test.database.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('the link of the setup', () => {
  it('has its token in the fragment, and the database stores only a hash', async () => {
    const link = await newLink();
    expect(link).toMatch(/^https:\/\/academy\.example\.org\/setup#[\w-]{43}$/);
    const row = await test.database.db.selectFrom('setup_links').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(link?.split('#')[1]);
    expect(row.token_hash).toHaveLength(32);
  });

  it('is the newest one only', async () => {
    const [first, second] = [await newToken(), await newToken()];
    expect(await codesOf(first)).toEqual(['link_invalid', 'link_invalid', 'link_invalid']);
    expect((await state(second)).status).toBe(200);
  });

  it('is one when several nodes start at the same time', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, newToken));
    const statuses = await Promise.all(tokens.map(async (token) => (await state(token)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('is rejected without a token, with a wrong one and with rubbish', async () => {
    const right = await newToken();
    for (const token of ['', 'x', right.slice(1), `${right}x`, right.toLowerCase(), 'A'.repeat(43), '\u{1F600}', '\0'])
      expect([token, await codesOf(token)]).toEqual([token, ['link_invalid', 'link_invalid', 'link_invalid']]);
    for (const token of [undefined, null, 7, [right], { right }, 'x'.repeat(101)])
      expect((await state(token)).body.code).toBe('invalid_request');
    expect(await countUsers()).toBe(0);
  });

  it('is rejected if no start has made one', async () => {
    expect(await codesOf('A'.repeat(43))).toEqual(['link_invalid', 'link_invalid', 'link_invalid']);
  });

  it('expires after a day, and the next start makes a new one', async () => {
    const token = await newToken();
    test.clock.advance(24 * 3_600 - 1);
    expect((await state(token)).status).toBe(200);
    test.clock.advance(1);
    expect(await codesOf(token)).toEqual(['link_expired', 'link_expired', 'link_expired']);
    expect((await state(await newToken())).status).toBe(200);
  });

  it('ends with the setup, and no start makes another one', async () => {
    const token = await newToken();
    expect((await finish(token)).status).toBe(200);
    expect(await codesOf(token)).toEqual(['link_invalid', 'link_invalid', 'link_invalid']);
    expect(await newLink()).toBeUndefined();
    // Not even after the superuser is gone without a new start.
    await test.database.db.deleteFrom('users').execute();
    expect((await state(token)).body.code).toBe('link_invalid');
  });

  it('is invalid as soon as there is a superuser, unless that is a demo account', async () => {
    const token = await newToken();
    await createDemoAccounts(test.database.db);
    expect((await state(token)).status).toBe(200);
    await test.as({ isSuperuser: true });
    expect((await state(token)).body).toMatchObject({ code: 'link_invalid', msg: expect.stringContaining('set up') });
    expect(await newLink()).toBeUndefined();
  });

  it('can be made again if every superuser is disabled', async () => {
    const { pk } = await test.as({ isSuperuser: true });
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', pk).execute();
    expect(await newLink()).toBeDefined();
  });

  it('allows a limited number of attempts', async () => {
    const token = await newToken();
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await state('wrong')).status);
    expect([statuses.slice(0, 60).every((status) => status === 400), statuses.at(-1)]).toEqual([true, 429]);
    expect((await state(token)).status).toBe(429);
    test.clock.advance(300);
    expect((await state(token)).status).toBe(200);
  });
});

describe('the wizard', () => {
  it('shows what the operator has configured, without a secret', async () => {
    await test.close();
    test = await createTestApp({
      ...{ publicUrl, register: 'closed', smtpUrl: 'smtp://me:hidden-word@mail.example.org:587' },
    });
    const { body } = await state(await newToken());
    expect(body).toEqual({
      host: 'academy.example.org',
      version: expect.any(String),
      settings: {
        name: { value: 'Hexpedition', fixed_by: null },
        register: { value: 'closed', fixed_by: 'REGISTER' },
        free_tier: { value: 0, fixed_by: null },
      },
      mail: { server: 'mail.example.org:587', from: expect.any(String) },
      payments: false,
    });
    expect(JSON.stringify(body)).not.toContain('hidden-word');
  });

  it('changes nothing before its last step', async () => {
    const token = await newToken();
    await state(token);
    await mail(token);
    expect(await countUsers()).toBe(0);
    expect(await test.database.db.selectFrom('site_settings').selectAll().execute()).toEqual([]);
  });

  it('stores settings and superuser, logs in, and audits each change', async () => {
    const { status, body } = await finish(await newToken());
    expect([status, body]).toMatchObject([200, { user: { username: 'pilot', is_superuser: true } }]);
    const authorization = `Bearer ${body.token.access}`;
    const site = await test.app.inject({ method: 'GET', url: '/api/admin/site', headers: { authorization } });
    expect(site.json()).toEqual({
      name: { value: 'Harbour School', fixed_by: null },
      register: { value: 'invite', fixed_by: null },
      free_tier: { value: 3, fixed_by: null },
    });
    expect((await test.anonymous.get('/api/config/features2')).body).toMatchObject({
      ...{ name: 'Harbour School', register: true, invite_only: true, free_tier: 3 },
    });
    const events = await test.database.db
      .selectFrom('audit_events')
      .select(['action', 'subject', 'actor_pk'])
      .orderBy('pk')
      .execute();
    expect(events.map(({ action, subject }) => `${action} ${subject.replace(/\d+/, 'N')}`)).toEqual([
      ...['account.created ', 'account.superuser user:N'],
      ...['site.changed site:name', 'site.changed site:register', 'site.changed site:free_tier'],
      'setup.finished ',
    ]);
    expect(new Set(events.map(({ actor_pk }) => actor_pk))).toHaveLength(1);
  });

  it('succeeds once when it is finished several times at the same moment', async () => {
    const token = await newToken();
    const answers = await Promise.all(['one', 'two', 'three'].map((username) => finish(token, { username })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await countUsers()).toBe(1);
  });

  it('stores nothing if the account or a setting is rejected, and can then be finished', async () => {
    await test.as({ username: 'taken' });
    const token = await newToken();
    const rejected: [object, string][] = [
      [{ username: 'taken' }, 'username_taken'],
      [{ username: 'admin' }, 'username_taken'],
      [{ username: 'x y' }, 'invalid_request'],
      [{ password: 'short' }, 'invalid_request'],
      [{ password: 'password123' }, 'weak_password'],
      [{ settings: { name: 'x' } }, 'invalid_request'],
      [{ settings: { name: 'two\nlines' } }, 'invalid_request'],
      [{ settings: { name: '<b>site</b>' } }, 'invalid_request'],
      [{ settings: { register: 'never' } }, 'invalid_request'],
      [{ settings: { free_tier: 42 } }, 'invalid_request'],
      [{ settings: { more: 1 } }, 'invalid_request'],
    ];
    for (const [changes, code] of rejected)
      expect([changes, (await finish(token, changes)).body.code]).toEqual([changes, code]);
    expect(await countUsers()).toBe(1);
    expect(await test.database.db.selectFrom('site_settings').selectAll().execute()).toEqual([]);
    expect((await finish(token)).status).toBe(200);
  });

  it('rejects a setting that an environment variable fixes, and creates no account', async () => {
    await test.close();
    test = await createTestApp({ publicUrl, register: 'closed' });
    const token = await newToken();
    expect((await finish(token)).body).toMatchObject({ code: 'conflict', msg: expect.stringContaining('REGISTER') });
    expect(await countUsers()).toBe(0);
    expect((await finish(token, { settings: { name: 'Harbour School' } })).status).toBe(200);
  });

  it('stores the test mail in the outbox without a mail server', async () => {
    expect((await mail(await newToken())).body).toEqual({ outcome: 'stored', reason: null });
    const stored = await test.database.db.selectFrom('outbox_mails').select(['recipient', 'subject']).execute();
    expect(stored).toEqual([{ recipient: 'me@example.org', subject: 'Test mail from academy.example.org' }]);
  });

  it('sends the test mail through the mail server', async () => {
    const arrived: Promise<Email>[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const mail = buffer(stream).then((bytes) => PostalMime.parse(bytes));
        arrived.push(mail);
        mail.then(() => done(), done);
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as { port: number };
    await test.close();
    test = await createTestApp({ publicUrl, smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'site@example.org' });
    try {
      expect((await mail(await newToken())).body).toEqual({ outcome: 'accepted', reason: null });
      expect(await Promise.all(arrived)).toEqual([
        expect.objectContaining({
          from: { address: 'site@example.org', name: 'Hexpedition' },
          to: [expect.objectContaining({ address: 'me@example.org' })],
          subject: 'Test mail from academy.example.org',
          text: expect.stringContaining('https://academy.example.org/map'),
        }),
      ]);
    } finally {
      await new Promise<void>((resolve) => smtp.close(resolve));
    }
  });

  it('reports why the mail server refused the test mail', async () => {
    const server = createServer((socket) => socket.end('554 5.7.1 No service for you\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await test.close();
    test = await createTestApp({ publicUrl, smtpUrl: `smtp://me:hidden-word@127.0.0.1:${port}` });
    try {
      const { body } = await mail(await newToken());
      expect(body).toEqual({ outcome: 'refused', reason: expect.stringContaining('No service for you') });
      expect(JSON.stringify(body)).not.toContain('hidden-word');
    } finally {
      server.close();
    }
  });

  it('sends at most ten test mails an hour, to valid addresses only', async () => {
    const token = await newToken();
    expect((await mail(token, 'a@example.org, b@example.org')).body.code).toBe('invalid_request');
    for (let n = 0; n < 10; n++) expect((await mail(token)).status).toBe(200);
    expect((await mail(token)).status).toBe(429);
  });
});
