import { createHash, sign } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { hashPassword } from '../passwords.ts';
import { type ErrorBody, goodPassword as password, queuedMails, withToken } from '../testing.ts';
import { attestation, authDataOf, type CreationOptions, createAuthenticator, type RequestOptions } from './testing.ts';

// The real library with spies.
vi.mock('@simplewebauthn/server', { spy: true });

const publicUrl = 'https://learn.example.org';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await createTestApp({ publicUrl, siteName: 'Harbour School' });
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

interface Body extends ErrorBody {
  passkeys: { pk: number; name: string; last_used_at: string | null; synced: boolean }[];
}
interface Begun<T> extends ErrorBody {
  ticket: string;
  options: T;
}
type Authenticator = ReturnType<typeof createAuthenticator>;

const call = <T = Body>(caller: Caller, path: string, body?: object) =>
  caller.post<T & ErrorBody>(`/api/account/passkey/${path}`, body);

async function begin(owner: Caller): Promise<Begun<CreationOptions>> {
  const { status, body } = await call<Begun<CreationOptions>>(owner, 'options', { password });
  expect(status).toBe(200);
  return body;
}

async function add(owner: Caller, authenticator: Authenticator, name = 'Laptop') {
  const { ticket, options } = await begin(owner);
  return call(owner, 'add', { ticket, name, credential: authenticator.create(options) });
}

/** Creates a user with one passkey. */
async function withPasskey(counts = true) {
  const owner = await test.as({ passwordHash });
  const authenticator = createAuthenticator(publicUrl, { counts });
  const answer = await add(owner, authenticator);
  expect(answer.status).toBe(200);
  return { owner, authenticator, passkey: answer.body.passkeys[0]?.pk ?? 0 };
}

async function beginLogin(): Promise<Begun<RequestOptions>> {
  return (await call<Begun<RequestOptions>>(test.anonymous, 'login_options')).body;
}

async function logIn(authenticator: Authenticator, faults?: Parameters<Authenticator['get']>[1]) {
  const { ticket, options } = await beginLogin();
  return call<SignedIn>(test.anonymous, 'login', { ticket, credential: authenticator.get(options, faults) });
}

const invalid = { status: 400, body: { code: 'passkey_invalid' } };

describe('adding a passkey', () => {
  it('requests a discoverable credential with user verification', async () => {
    const owner = await test.as({ username: 'wanda', passwordHash });
    const { options } = await begin(owner);
    expect(options).toMatchObject({
      rp: { id: 'learn.example.org', name: 'Harbour School' },
      user: { name: 'wanda' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [],
    });
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(owner.pk);
    expect(options.user.id).toBe(handle.toString('base64url'));
  });

  it('lists the passkey, notifies its owner and excludes it from further registrations', async () => {
    const owner = await test.as({ passwordHash });
    const authenticator = createAuthenticator(publicUrl);
    const added = await add(owner, authenticator, '  Blue phone ');
    expect(added).toMatchObject({
      status: 200,
      body: { passkeys: [{ name: 'Blue phone', synced: true, last_used_at: null }] },
    });
    expect((await owner.get('/api/account/security')).body).toEqual(added.body);
    expect(await queuedMails(test, { user: owner.pk })).toEqual([
      { kind: 'second_factor_changed', user: owner.pk, what: 'passkey_added' },
    ]);
    const { options } = await begin(owner);
    expect(options.excludeCredentials).toEqual([
      expect.objectContaining({
        id: authenticator.passkeys[0]?.id.toString('base64url'),
        transports: ['hybrid', 'internal'],
      }),
    ]);
  });

  it.each([
    ['an answer to another site', { origin: 'https://learn.example.org.evil.example' }],
    ['a key of another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['an answer to a login', { type: 'webauthn.get' }],
    ['a key without user verification', { userVerified: false }],
    ['an answer from an iframe', { crossOrigin: true }],
  ])('rejects %s', async (_, faults) => {
    const owner = await test.as({ passwordHash });
    const { ticket, options } = await begin(owner);
    const credential = createAuthenticator(publicUrl).create(options, faults);
    expect(await call(owner, 'add', { ticket, name: 'x', credential })).toMatchObject(invalid);
  });

  it('rejects certificates without following them', async () => {
    const owner = await test.as({ passwordHash });
    for (const [fmt, statement] of [
      ['packed', [['x5c', [new Uint8Array(8)]]]],
      ['apple', []],
      ['fido-u2f', []],
    ] as const) {
      const { ticket, options } = await begin(owner);
      const credential = createAuthenticator(publicUrl).create(options);
      const { response } = credential;
      const authData = authDataOf(response.attestationObject);
      response.attestationObject = attestation(fmt, new Map(statement), authData).toString('base64url');
      vi.mocked(verifyRegistrationResponse).mockClear();
      expect(await call(owner, 'add', { ticket, name: 'x', credential })).toMatchObject(invalid);
      expect(verifyRegistrationResponse).not.toHaveBeenCalled();
    }
  });

  it('accepts a self-attested key', async () => {
    const owner = await test.as({ passwordHash });
    const { ticket, options } = await begin(owner);
    const authenticator = createAuthenticator(publicUrl);
    const credential = authenticator.create(options);
    const { response } = credential;
    const authData = authDataOf(response.attestationObject);
    const clientHash = createHash('sha256').update(Buffer.from(response.clientDataJSON, 'base64url')).digest();
    const key = authenticator.passkeys[0]?.privateKey ?? '';
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Uint8Array.from(sign('sha256', Buffer.concat([authData, clientHash]), key))],
    ]);
    response.attestationObject = attestation('packed', statement, authData).toString('base64url');
    expect((await call(owner, 'add', { ticket, name: 'x', credential })).status).toBe(200);
    expect((await logIn(authenticator)).status).toBe(200);
  });

  it('accepts a ticket once, before it expires, from the session that requested it', async () => {
    const owner = await test.as({ passwordHash });
    const stranger = await test.as({ passwordHash });
    const elsewhere = await test.as({ pk: owner.pk });
    const tryWith = async (caller: Caller, wait = 0) => {
      const { ticket, options } = await begin(owner);
      test.clock.advance(wait);
      const credential = createAuthenticator(publicUrl).create(options);
      const send = () => call(caller, 'add', { ticket, name: 'x', credential });
      return [await send(), await send()];
    };
    for (const caller of [stranger, elsewhere]) {
      for (const answer of await tryWith(caller)) expect(answer).toMatchObject(invalid);
    }
    for (const answer of await tryWith(owner, 301)) expect(answer).toMatchObject(invalid);
    const [first, second] = await tryWith(owner);
    expect(first?.status).toBe(200);
    expect(second).toMatchObject(invalid);
    // A login ticket cannot be used to add a passkey.
    const { ticket, options } = await beginLogin();
    const made = createAuthenticator(publicUrl).create({
      challenge: options.challenge,
      rp: { id: options.rpId },
      user: { id: 'AAAA' },
    });
    expect(await call(owner, 'add', { ticket, name: 'x', credential: made })).toMatchObject(invalid);
  });

  it("does not take over another user's passkey", async () => {
    const { authenticator } = await withPasskey();
    const thief = await test.as({ passwordHash });
    const id = authenticator.passkeys[0]?.id.toString('base64url') ?? '';
    const { ticket, options } = await begin(thief);
    const credential = createAuthenticator(publicUrl).create(options);
    const authData = authDataOf(credential.response.attestationObject);
    Buffer.from(id, 'base64url').copy(authData, 55); // offset of the credential id
    credential.response.attestationObject = attestation('none', new Map(), authData).toString('base64url');
    credential.id = id;
    credential.rawId = id;
    expect(await call(thief, 'add', { ticket, name: 'x', credential })).toMatchObject(invalid);
  });

  it('stops at ten passkeys, also with concurrent calls', async () => {
    const owner = await test.as({ passwordHash });
    for (let i = 0; i < 8; i++) expect((await add(owner, createAuthenticator(publicUrl))).status).toBe(200);
    // Uses another session, because this one has confirmed the password eight times.
    const other = await test.as({ pk: owner.pk });
    const begun = [await begin(other), await begin(other), await begin(other)];
    const answers = await Promise.all(
      begun.map(({ ticket, options }) =>
        call(other, 'add', { ticket, name: 'x', credential: createAuthenticator(publicUrl).create(options) }),
      ),
    );
    expect(answers.map((answer) => answer.body.code ?? 'added').sort()).toEqual(['added', 'added', 'already_done']);
    expect(await call(owner, 'options', { password })).toMatchObject({ status: 409, body: { code: 'already_done' } });
  });

  it('rejects malformed input', async () => {
    const owner = await test.as({ passwordHash });
    const { ticket, options } = await begin(owner);
    for (const credential of [
      {},
      { id: null, response: null },
      { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    ]) {
      expect(await call(owner, 'add', { ticket, name: 'x', credential })).toMatchObject(invalid);
      const fresh = await begin(owner);
      expect(await call(owner, 'add', { ticket: fresh.ticket, name: 'x', credential })).toMatchObject(invalid);
    }
    const good = createAuthenticator(publicUrl).create(options);
    expect((await call(owner, 'add', { ticket, name: ' ', credential: good })).body.code).toBe('invalid_request');
    expect((await call(owner, 'add', { ticket, name: 'x', credential: 'x' })).body.code).toBe('invalid_request');
  });
});

describe('signing in with a passkey', () => {
  it('opens a session without a name, a password or a code', async () => {
    const { owner, authenticator } = await withPasskey();
    const { options } = await beginLogin();
    expect(options).toMatchObject({ rpId: 'learn.example.org', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    for (let i = 0; i < 2; i++) {
      const answer = await logIn(authenticator);
      expect(answer).toMatchObject({ status: 200, body: { user: { pk: owner.pk } } });
      expect((await withToken(test, answer.body.token.access).get('/api/account/details')).status).toBe(200);
    }
    const { body } = await owner.get<Body>('/api/account/security');
    expect(body.passkeys[0]?.last_used_at).toBe(test.clock.now().toISOString());
    const events = await test.database.db
      .selectFrom('audit_events')
      .select('data')
      .where('actor_pk', '=', owner.pk)
      .where('action', '=', 'session.opened')
      .execute();
    expect(events.map((event) => event.data)).toEqual([{ by: 'passkey' }, { by: 'passkey' }]);
  });

  it('accepts passkeys whose counter stays at 0', async () => {
    const { authenticator } = await withPasskey(false);
    expect((await logIn(authenticator)).status).toBe(200);
    expect((await logIn(authenticator)).status).toBe(200);
  });

  it.each([
    ['an answer to another site', { origin: 'https://evil.example' }],
    ['a key of another site', { rpId: 'example.org' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['an answer to a registration', { type: 'webauthn.create' }],
    ['a key without user verification', { userVerified: false }],
    ['a signature of another key', { foreignKey: true }],
    ["another user's handle", { userHandle: Buffer.from([0, 0, 0, 1]).toString('base64url') }],
    ['no handle', { userHandle: '' }],
    ['an answer from an iframe', { crossOrigin: true }],
    ['an unchanged counter', { counter: 1 }],
    ['a decreased counter', { counter: 0 }],
  ])('rejects %s', async (_, faults) => {
    const { authenticator } = await withPasskey();
    expect(await logIn(authenticator, faults)).toMatchObject(invalid);
    expect((await logIn(authenticator)).status).toBe(200);
  });

  it('accepts a ticket once and before it expires, and an answer once, also concurrently', async () => {
    const { owner, authenticator } = await withPasskey();
    const { ticket, options } = await beginLogin();
    const credential = authenticator.get(options);
    const answers = await Promise.all([1, 2].map(() => call(test.anonymous, 'login', { ticket, credential })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect(await call(test.anonymous, 'login', { ticket, credential })).toMatchObject(invalid);

    const late = await beginLogin();
    test.clock.advance(301);
    const answer = { ticket: late.ticket, credential: authenticator.get(late.options) };
    expect(await call(test.anonymous, 'login', answer)).toMatchObject(invalid);
    const toAdd = await begin(owner);
    const asked = { challenge: toAdd.options.challenge, rpId: toAdd.options.rp.id };
    const mixed = { ticket: toAdd.ticket, credential: authenticator.get(asked) };
    expect(await call(test.anonymous, 'login', mixed)).toMatchObject(invalid);
  });

  it('rejects forged tickets, and issues tickets without a limit', async () => {
    const { authenticator } = await withPasskey();
    const { ticket, options } = await beginLogin();
    const [end = '', random = '', signature = ''] = ticket.split('.');
    const later = String(Number(end) + 60_000);
    for (const altered of [`${later}.${random}.${signature}`, `${end}.${random}x.${signature}`, `${end}.${random}.`]) {
      const challenge = createHash('sha256').update(altered).digest('base64url');
      const credential = authenticator.get({ ...options, challenge });
      expect(await call(test.anonymous, 'login', { ticket: altered, credential })).toMatchObject(invalid);
    }
    for (let i = 0; i < 250; i++) expect((await beginLogin()).ticket).not.toBe(ticket);
    for (let i = 0; i < 250; i++) {
      expect(await call(test.anonymous, 'login', { ticket: 'x', credential: {} })).toMatchObject(invalid);
    }
    expect((await logIn(authenticator)).status).toBe(200);
  });

  it('accepts only one of two answers with the same counter', async () => {
    const { authenticator } = await withPasskey();
    const [one, two] = [await beginLogin(), await beginLogin()];
    const answers = await Promise.all(
      [one, two].map(({ ticket, options }) =>
        call(test.anonymous, 'login', { ticket, credential: authenticator.get(options, { counter: 9 }) }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('rejects removed passkeys and disabled accounts', async () => {
    const { owner, authenticator, passkey } = await withPasskey();
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', owner.pk).execute();
    expect(await logIn(authenticator)).toMatchObject({
      status: 401,
      body: { code: 'user_disabled', detail: 'inactive' },
    });
    await test.database.db.updateTable('users').set({ is_active: true }).where('pk', '=', owner.pk).execute();
    expect((await call(owner, 'remove', { pk: passkey, password })).status).toBe(200);
    expect(await logIn(authenticator)).toMatchObject(invalid);
  });

  it('rejects malformed input', async () => {
    const { authenticator } = await withPasskey();
    const id = authenticator.passkeys[0]?.id.toString('base64url');
    for (const credential of [
      {},
      { id: '\u0000' },
      { id: 7 },
      { id },
      { id, rawId: id, response: { userHandle: 7 } },
    ]) {
      const { ticket } = await beginLogin();
      expect(await call(test.anonymous, 'login', { ticket, credential })).toMatchObject(invalid);
    }
    expect(await call(test.anonymous, 'login', { ticket: 'x', credential: {} })).toMatchObject(invalid);
    expect((await call(test.anonymous, 'login', {})).body.code).toBe('invalid_request');
  });
});

describe('removing a passkey', () => {
  it('requires the password and notifies the owner', async () => {
    const { owner, passkey } = await withPasskey();
    expect((await call(owner, 'remove', { pk: passkey })).body.code).toBe('wrong_password');
    expect(await call(owner, 'remove', { pk: passkey, password })).toMatchObject({
      status: 200,
      body: { passkeys: [] },
    });
    expect((await call(owner, 'remove', { pk: passkey, password })).status).toBe(404);
    expect((await queuedMails(test, { user: owner.pk })).at(-1)).toMatchObject({ what: 'passkey_removed' });
  });

  it("is not possible for another user's passkey", async () => {
    const { authenticator, passkey } = await withPasskey();
    const stranger = await test.as({ passwordHash });
    expect(await call(stranger, 'remove', { pk: passkey, password })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await logIn(authenticator)).status).toBe(200);
  });

  it('is rejected for the only sign-in method', async () => {
    const { owner, authenticator, passkey } = await withPasskey();
    await test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', owner.pk).execute();
    await test.database.db
      .updateTable('sessions')
      .set({ created_at: test.clock.now() })
      .where('user_pk', '=', owner.pk)
      .execute();
    expect((await call(owner, 'remove', { pk: passkey })).body.code).toBe('forbidden');
    expect((await logIn(authenticator)).status).toBe(200);
    expect((await add(owner, createAuthenticator(publicUrl), 'Second')).status).toBe(200);
    expect((await call(owner, 'remove', { pk: passkey })).status).toBe(200);
  });
});

it.each(['options', 'add', 'remove'])('requires a session: %s', async (path) => {
  const body = { password, ticket: 'x', name: 'x', credential: {}, pk: 1 };
  expect((await call(test.anonymous, path, body)).body.code).toBe('token_missing');
});
