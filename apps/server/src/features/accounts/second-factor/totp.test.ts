import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { hashPassword } from '../passwords.ts';
import { type ErrorBody, logIn, goodPassword as password, queuedMails } from '../testing.ts';
import { codeAt } from './testing.ts';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await createTestApp({ siteName: 'Harbour: School' });
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

interface Body extends ErrorBody {
  secret: string;
  uri: string;
  recovery_codes: string[];
  recovery_codes_left: number;
  totp: { enabled_at: string } | null;
}
type Owner = Caller & { pk: number };

const post = (caller: Caller, path: string, body: object = { password }) =>
  caller.post<Body>(`/api/account/${path}`, body);
const code = (secret: string, seconds = 0) => codeAt(secret, new Date(test.clock.now().getTime() + seconds * 1_000));

/** Creates an account with two-factor authentication and advances the clock past the first code. */
async function withApp(username: string): Promise<{ owner: Owner; secret: string; codes: string[] }> {
  const owner = await test.as({ username, passwordHash });
  const { secret } = (await post(owner, 'totp/setup')).body;
  const enabled = await post(owner, 'totp/enable', { code: code(secret) });
  expect(enabled.status).toBe(200);
  test.clock.advance(60);
  return { owner, secret, codes: enabled.body.recovery_codes };
}

describe('authenticator app', () => {
  it('is set up with the password and a first code, and then required for logins', async () => {
    const owner = await test.as({ username: 'ada', passwordHash });
    const elsewhere = await test.as({ pk: owner.pk });
    const { body } = await post(owner, 'totp/setup');
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Harbour%20School:ada']);
    expect(uri.searchParams.get('issuer')).toBe('Harbour School');
    expect(uri.searchParams.get('secret')).toBe(body.secret);
    // Not required before the first code.
    expect((await logIn(test, { username: 'ada' })).status).toBe(200);
    expect((await owner.get<Body>('/api/account/security')).body).toMatchObject({ totp: null, recovery_codes_left: 0 });

    const wrongAnswer = await post(owner, 'totp/enable', { code: code(body.secret, 300) });
    expect(wrongAnswer).toMatchObject({
      status: 400,
      body: { code: 'second_factor_wrong', fields: { code: expect.any(String) } },
    });
    expect((await elsewhere.get('/api/account/details')).status).toBe(200);
    const enabled = await post(owner, 'totp/enable', { code: code(body.secret) });
    expect(enabled.status).toBe(200);
    expect(new Set(enabled.body.recovery_codes).size).toBe(10);
    for (const one of enabled.body.recovery_codes) expect(one).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);

    // Sessions opened with the password alone end; the current one stays.
    expect((await elsewhere.get('/api/account/details')).body).toMatchObject({ code: 'session_ended' });
    expect((await owner.get<Body>('/api/account/security')).body).toMatchObject({
      totp: { enabled_at: expect.any(String) },
      recovery_codes_left: 10,
    });
    expect(await queuedMails(test, { user: owner.pk })).toContainEqual({
      kind: 'second_factor_changed',
      user: owner.pk,
      what: 'totp_on',
    });
    expect((await logIn(test, { username: 'ada' })).body.code).toBe('second_factor_required');
    expect((await logIn(test, { username: 'ada', code: '000000' })).body.code).toBe('second_factor_wrong');
    // The code that enabled the app cannot be used again.
    expect((await logIn(test, { username: 'ada', code: code(body.secret) })).body.code).toBe('second_factor_wrong');
    test.clock.advance(30);
    expect((await logIn(test, { username: 'ada', code: code(body.secret) })).status).toBe(200);
  });

  it('may differ by half a minute', async () => {
    const { secret } = await withApp('drift');
    const tryAt = async (seconds: number) => {
      test.clock.advance(301);
      return (await logIn(test, { username: 'drift', code: code(secret, seconds) })).status;
    };
    expect(await tryAt(-60)).toBe(400);
    expect(await tryAt(60)).toBe(400);
    expect(await tryAt(-30)).toBe(200);
    expect(await tryAt(30)).toBe(200);
  });

  it('accepts each code once, also concurrently', async () => {
    const { secret } = await withApp('twice');
    const now = code(secret);
    const answers = await Promise.all([1, 2, 3].map(() => logIn(test, { username: 'twice', code: now })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    // A code older than a used one is rejected, because someone may have read it.
    expect((await logIn(test, { username: 'twice', code: code(secret, -30) })).status).toBe(400);
    expect((await logIn(test, { username: 'twice', code: ` ${code(secret, 30).replace(/^.../, '$& ')}` })).status).toBe(
      200,
    );
  });

  it('is enabled by only one of two concurrent calls', async () => {
    const owner = await test.as({ passwordHash });
    const { secret } = (await post(owner, 'totp/setup')).body;
    const answers = await Promise.all([1, 2].map(() => post(owner, 'totp/enable', { code: code(secret) })));
    expect(answers.map((answer) => answer.body.code ?? 'on').sort()).toEqual(['already_done', 'on']);
    const stored = await test.database.db
      .selectFrom('recovery_codes')
      .select('hash')
      .where('user_pk', '=', owner.pk)
      .execute();
    expect(stored).toHaveLength(10);
  });

  it('can be set up again before it is enabled, but not replaced afterwards', async () => {
    const owner = await test.as({ passwordHash });
    const first = (await post(owner, 'totp/setup')).body.secret;
    const second = (await post(owner, 'totp/setup')).body.secret;
    expect(second).not.toBe(first);
    expect((await post(owner, 'totp/enable', { code: code(first) })).body.code).toBe('second_factor_wrong');
    expect((await post(owner, 'totp/enable', { code: code(second) })).status).toBe(200);
    expect(await post(owner, 'totp/setup')).toMatchObject({ status: 409, body: { code: 'already_done' } });
    expect((await post(owner, 'totp/enable', { code: code(second) })).body.code).toBe('already_done');
  });

  it('must be confirmed within an hour of the QR code', async () => {
    const owner = await test.as({ passwordHash });
    expect((await post(owner, 'totp/enable', { code: '123456' })).body.code).toBe('second_factor_wrong');
    const { secret } = (await post(owner, 'totp/setup')).body;
    const created_at = new Date(test.clock.now().getTime() - 3_601_000);
    await test.database.db.updateTable('totp_secrets').set({ created_at }).where('user_pk', '=', owner.pk).execute();
    expect((await post(owner, 'totp/enable', { code: code(secret) })).body.code).toBe('second_factor_wrong');
  });

  it('limits attempts at the first code', async () => {
    const owner = await test.as({ passwordHash });
    await post(owner, 'totp/setup');
    for (let i = 0; i < 10; i++) expect((await post(owner, 'totp/enable', { code: 'abcdef' })).status).toBe(400);
    expect((await post(owner, 'totp/enable', { code: 'abcdef' })).status).toBe(429);
    // A stolen session does not use up the attempts of another session.
    expect((await post(await test.as({ pk: owner.pk }), 'totp/enable', { code: 'abcdef' })).status).toBe(400);
  });

  it('is disabled with the password, together with its recovery codes', async () => {
    const { owner, codes } = await withApp('off');
    expect((await post(owner, 'totp/disable', {})).body.code).toBe('wrong_password');
    const off = await post(owner, 'totp/disable');
    expect(off).toMatchObject({ status: 200, body: { totp: null, recovery_codes_left: 0 } });
    expect((await logIn(test, { username: 'off' })).status).toBe(200);
    expect((await queuedMails(test, { user: owner.pk })).at(-1)).toMatchObject({ what: 'totp_off' });
    // After a new set-up the old codes are invalid.
    const { secret } = (await post(owner, 'totp/setup')).body;
    await post(owner, 'totp/enable', { code: code(secret) });
    expect((await logIn(test, { username: 'off', code: codes[0] })).body.code).toBe('second_factor_wrong');
    // Repeating it changes nothing and sends no mail.
    const before = (await queuedMails(test, { user: owner.pk })).length;
    await post(owner, 'totp/disable');
    await post(owner, 'totp/disable');
    expect((await queuedMails(test, { user: owner.pk })).length).toBe(before + 1);
  });

  it('stores its secret encrypted and bound to its owner', async () => {
    const { secret, owner } = await withApp('sealed');
    const other = await withApp('other');
    const row = (pk: number) =>
      test.database.db.selectFrom('totp_secrets').selectAll().where('user_pk', '=', pk).executeTakeFirstOrThrow();
    const stored = (await row(owner.pk)).secret;
    for (const spelling of ['latin1', 'hex', 'base64'] as const)
      expect(stored.toString(spelling)).not.toContain(secret);
    expect(stored.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
    // An attacker with write access to the table puts their own secret into another user's row.
    const moved = (await row(other.owner.pk)).secret;
    await test.database.db.updateTable('totp_secrets').set({ secret: moved }).where('user_pk', '=', owner.pk).execute();
    expect((await logIn(test, { username: 'sealed', code: code(other.secret) })).body.code).toBe('second_factor_wrong');
    expect((await logIn(test, { username: 'other', code: code(other.secret) })).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('open the account once each, ignoring case and separators', async () => {
    const { owner, codes } = await withApp('lost');
    const [first = '', second = ''] = codes;
    const written = [first, ` ${first.toUpperCase().replaceAll('-', ' ')} `];
    const answers = await Promise.all(written.map((one) => logIn(test, { username: 'lost', code: one })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await logIn(test, { username: 'lost', code: second.replaceAll('-', '') })).status).toBe(200);
    expect((await logIn(test, { username: 'lost', code: 'aaaa-bbbb-cccc-dddd' })).body.code).toBe(
      'second_factor_wrong',
    );
    expect((await owner.get<Body>('/api/account/security')).body.recovery_codes_left).toBe(8);
    const notifications = (await queuedMails(test, { user: owner.pk })).filter((mail) => 'what' in mail);
    expect(notifications.filter((mail) => mail.what === 'recovery_code_used')).toHaveLength(2);
  });

  it('work only for their owner and are stored as hashes', async () => {
    const one = await withApp('mine');
    await withApp('yours');
    expect((await logIn(test, { username: 'yours', code: one.codes[0] })).body.code).toBe('second_factor_wrong');
    const rows = await test.database.db.selectFrom('recovery_codes').selectAll().execute();
    const everything = JSON.stringify(rows.map((row) => row.hash.toString('latin1')));
    for (const plain of one.codes) expect(everything).not.toContain(plain.replaceAll('-', ''));
    for (const row of rows) expect(row.hash).toHaveLength(32);
  });

  it('are renewed with the password while two-factor authentication is on', async () => {
    const { owner, codes } = await withApp('renew');
    const fresh = (await post(owner, 'recovery_codes')).body.recovery_codes;
    expect(fresh).toHaveLength(10);
    expect((await logIn(test, { username: 'renew', code: codes[0] })).status).toBe(400);
    expect((await logIn(test, { username: 'renew', code: fresh[0] })).status).toBe(200);
    expect(await queuedMails(test, { user: owner.pk })).toContainEqual(
      expect.objectContaining({ what: 'recovery_codes_renewed' }),
    );
    const without = await test.as({ passwordHash });
    expect(await post(without, 'recovery_codes')).toMatchObject({ status: 409, body: { code: 'already_done' } });
  });
});

describe('access to the second factor', () => {
  const protectedPaths = ['totp/setup', 'totp/disable', 'recovery_codes'];

  it.each([...protectedPaths, 'totp/enable'])('requires a session: %s', async (path) => {
    expect((await post(test.anonymous, path, { password, code: '123456' })).body.code).toBe('token_missing');
  });

  it.each(protectedPaths)('requires the password: %s', async (path) => {
    const owner = await test.as({ passwordHash });
    for (const body of [{}, { password: 'wrong' }]) {
      expect((await post(owner, path, body)).body).toMatchObject({
        code: 'wrong_password',
        fields: { password: expect.any(String) },
      });
    }
    expect((await post(owner, path, { password: 7 })).body.code).toBe('invalid_request');
  });

  it('needs a recent session for accounts without a password', async () => {
    const owner = await test.as();
    await test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', owner.pk).execute();
    const sessionIs = (seconds: number) =>
      test.database.db
        .updateTable('sessions')
        .set({ created_at: new Date(test.clock.now().getTime() - seconds * 1_000) })
        .where('user_pk', '=', owner.pk)
        .execute();
    await sessionIs(899);
    expect((await post(owner, 'totp/setup', {})).status).toBe(200);
    await sessionIs(901);
    expect((await post(owner, 'totp/setup', {})).body.code).toBe('reauthentication_required');
  });

  it('does not affect other users', async () => {
    const { owner } = await withApp('left-alone');
    const stranger = await test.as({ passwordHash });
    await post(stranger, 'totp/disable');
    await post(stranger, 'totp/setup');
    expect((await stranger.get<Body>('/api/account/security')).body).toMatchObject({ totp: null });
    expect((await owner.get<Body>('/api/account/security')).body).toMatchObject({
      totp: { enabled_at: expect.any(String) },
      recovery_codes_left: 10,
    });
  });
});
