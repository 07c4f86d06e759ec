import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { hashPassword } from '../passwords.ts';
import { type ErrorBody, goodPassword as password } from '../testing.ts';
import { type CreationOptions, createAuthenticator, type RequestOptions } from './testing.ts';

const publicUrl = 'https://learn.example.org';

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await createTestApp({ publicUrl });
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

type Body = ErrorBody & { passkeys: { pk: number }[] };
type Begun<T> = ErrorBody & { ticket: string; options: T };
type Owner = Awaited<ReturnType<TestApp['as']>>;

const call = <T = Body>(caller: Caller, path: string, body?: object) =>
  caller.post<T & ErrorBody>(`/api/account/passkey/${path}`, body);
const begin = (owner: Caller, given: object = { password }) => call<Begun<CreationOptions>>(owner, 'options', given);
const beginLogin = async () => (await call<Begun<RequestOptions>>(test.anonymous, 'login_options')).body;

async function add(owner: Caller, given?: object) {
  const authenticator = createAuthenticator(publicUrl);
  const { body } = await begin(owner, given);
  const credential = authenticator.create(body.options);
  const added = await call(owner, 'add', { ticket: body.ticket, name: 'Key', credential });
  expect(added.status).toBe(200);
  return { authenticator, passkey: added.body.passkeys.at(-1)?.pk ?? 0 };
}

/** Changes one byte, counted from the end, of a text in base64url. */
function alter(text: string, at: number, mask: number): string {
  const bytes = Buffer.from(text, 'base64url');
  const index = bytes.length - 1 - (at % bytes.length);
  bytes.writeUInt8((bytes[index] ?? 0) ^ mask, index);
  return bytes.toString('base64url');
}

it('rejects an answer of which one byte was changed', async () => {
  const { authenticator } = await add(await test.as({ passwordHash }));
  const { ticket, options } = await beginLogin();
  const credential = authenticator.get(options);
  const fields = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature', 'userHandle');
  await fc.assert(
    fc.asyncProperty(fields, fc.nat(2_000), fc.integer({ min: 1, max: 255 }), async (field, at, mask) => {
      // A signature begins with DER lengths, which the library reads leniently. They do not change its value.
      const offset = field === 'signature' ? at % 30 : at;
      const altered = alter(credential.response[field as 'signature'], offset, mask);
      const response = { ...credential.response, [field]: altered };
      const answer = await call(test.anonymous, 'login', { ticket, credential: { ...credential, response } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'passkey_invalid' } });
    }),
    { numRuns: 400 },
  );
  // None of them has used up the ticket of the owner.
  expect((await call(test.anonymous, 'login', { ticket, credential })).status).toBe(200);
});

it('rejects or accepts any altered registration without an internal error, and quickly', async () => {
  const owner = await test.as({ passwordHash });
  const bytes = fc.oneof(
    fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 255 })),
    // Lengths and types of CBOR: huge texts, lists and maps, tags, and nesting without end
    fc.constantFrom(
      '9bffffffffffffffff',
      'bbffffffffffffffff',
      '7b00000000ffffffff',
      'c1c1c1c1',
      '9f9f9f9f',
      'a0',
      'f97e00',
      '81'.repeat(50_000),
    ),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (change) => {
      // A session has a limited number of attempts.
      const session = await test.as({ pk: owner.pk });
      const { body } = await begin(session);
      if (!body.options) return;
      const credential = createAuthenticator(publicUrl).create(body.options);
      const { response } = credential;
      response.attestationObject =
        typeof change === 'string'
          ? Buffer.from(change, 'hex').toString('base64url')
          : alter(response.attestationObject, ...change);
      const start = performance.now();
      const answer = await call(session, 'add', { ticket: body.ticket, name: 'Key', credential });
      expect(performance.now() - start).toBeLessThan(2_000);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(answer.body.code).toBe('passkey_invalid');
      for (const { pk } of answer.body.passkeys ?? [])
        await test.database.db.deleteFrom('passkeys').where('pk', '=', pk).execute();
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('does not let a thief of an access credential add a passkey', async () => {
  const thief = await test.as({ passwordHash });
  expect((await begin(thief, {})).body.code).toBe('wrong_password');
  const guesses = [];
  for (let i = 0; i < 10; i++) guesses.push((await begin(thief, { password: `wrong guess ${i}` })).body.code);
  expect(guesses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'wrong_password'));
  expect((await begin(thief)).body.code).toBe('too_many_requests');
});

it('adds no passkey for a session that was ended after it had confirmed the password', async () => {
  const owner = await test.as({ passwordHash });
  const { body } = await begin(owner);
  await test.database.db
    .updateTable('sessions')
    .set({ ended_at: test.clock.now() })
    .where('user_pk', '=', owner.pk)
    .execute();
  const credential = createAuthenticator(publicUrl).create(body.options);
  const answer = await call(owner, 'add', { ticket: body.ticket, name: 'Key', credential });
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  expect(await test.database.db.selectFrom('passkeys').select('pk').where('user_pk', '=', owner.pk).execute()).toEqual(
    [],
  );
});

it('keeps one of the last two passkeys that are removed at once', async () => {
  const owner: Owner = await test.as({ passwordHash });
  const keys = [await add(owner), await add(owner)];
  const { db } = test.database;
  await db.updateTable('users').set({ password_hash: null }).where('pk', '=', owner.pk).execute();
  await db.updateTable('sessions').set({ created_at: test.clock.now() }).where('user_pk', '=', owner.pk).execute();
  const answers = await Promise.all(keys.map(({ passkey }) => call(owner, 'remove', { pk: passkey })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});
