import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedIn } from '@hexpedition/contract';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';

const client = { clientId: 'hexpedition', clientSecret: 'a secret of the client that has thirty-two bytes' };
const callbackPath = '/api/account/provider/callback';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
type Tokens = Record<string, unknown>;

/** The provider's answers to one authorization. */
interface Script {
  claims: JWTPayload;
  sign(claims: JWTPayload): Promise<string> | string;
  tokens(idToken: string): Tokens;
  userinfo: Record<string, unknown>;
}

let keys: Keys;
let otherKeys: Keys;
let issuer: string;
let script: Script;
let test: TestApp;

const signWith = (key: Keys['privateKey'] | Uint8Array, alg: string, header: object = {}) => {
  return (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'test', typ: 'JWT', ...header }).sign(key);
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.destroy(error));
});
async function answer({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json');
  const send = (body: unknown) => response.end(JSON.stringify(body));
  if (url === '/jwks')
    return void send({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig', kid: 'test' }] });
  if (url === '/token') return void send(script.tokens(await script.sign(script.claims)));
  if (url === '/userinfo') return void send(script.userinfo);
  return void send({
    issuer,
    ...{ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
    ...{ userinfo_endpoint: `${issuer}/userinfo`, authorization_response_iss_parameter_supported: true },
    ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
    id_token_signing_alg_values_supported: ['RS256'],
  });
}

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  otherKeys = await generateKeyPair('RS256', { extractable: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await createTestApp({ oidc: { issuer, ...client, name: 'Lighthouse' } });
});
afterAll(async () => {
  await test.close();
  server.close();
});
// Limits are counted per address: each test starts in a new window.
beforeEach(() => test.clock.advance(700));

/** Runs a sign-in in which the provider deviates from the protocol as `change` says. */
async function signIn(change: (script: Script) => void, query: Record<string, string> = {}) {
  const started = await test.app.inject({ method: 'POST', url: '/api/account/provider/start', payload: {} });
  const { searchParams } = new URL(started.json<{ url: string }>().url);
  const now = Math.floor(Date.now() / 1_000);
  const sub = 'person';
  script = {
    claims: { iss: issuer, aud: client.clientId, sub, nonce: searchParams.get('nonce'), iat: now, exp: now + 300 },
    sign: signWith(keys.privateKey, 'RS256'),
    tokens: (id_token) => ({ access_token: 'access', token_type: 'bearer', id_token }),
    userinfo: { sub, preferred_username: 'mara' },
  };
  change(script);
  const search = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '', iss: issuer, ...query });
  const cookieOf = (header: unknown) => String([header].flat()[0]).split(';', 1)[0] ?? '';
  const { statusCode, headers } = await test.app.inject({
    url: `${callbackPath}?${search}`,
    headers: { cookie: cookieOf(started.headers['set-cookie']) },
  });
  return { statusCode, location: headers.location, cookie: cookieOf(headers['set-cookie']) };
}

const claims = (changes: JWTPayload) => (given: Script) => Object.assign(given.claims, changes);
const without = (name: string) => (given: Script) => {
  delete given.claims[name];
};
const signedBy = (sign: Script['sign']) => (given: Script) => Object.assign(given, { sign });
const utf8 = (text: string) => new TextEncoder().encode(text);

it('signs in with a correct ID token', async () => {
  const { location, cookie } = await signIn(() => {});
  expect(location).toBe('/login?provider=finish');
  const finished = await test.app.inject({
    method: 'POST',
    url: '/api/account/provider/finish',
    headers: { cookie },
  });
  expect(finished.json<SignedIn>().user.username).toBe('mara');
});

it.each<[string, (script: Script) => unknown, Record<string, string>?]>([
  ['has no signature', signedBy((given) => new UnsecuredJWT(given).encode())],
  [
    'is signed with the client secret',
    (given) => Object.assign(given, { sign: signWith(utf8(client.clientSecret), 'HS256') }),
  ],
  [
    'is signed with the public key as an HMAC key',
    signedBy(async (given) => signWith(utf8(await exportSPKI(keys.publicKey)), 'HS256')(given)),
  ],
  ['is signed by another key', signedBy((given) => signWith(otherKeys.privateKey, 'RS256')(given))],
  [
    'brings the key that signed it',
    signedBy(async (given) =>
      signWith(otherKeys.privateKey, 'RS256', { jwk: await exportJWK(otherKeys.publicKey) })(given),
    ),
  ],
  [
    'has an altered claim',
    signedBy(async (given) =>
      (await signWith(keys.privateKey, 'RS256')(given)).replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ ...given, sub: 'victim' })).toString('base64url')}.`,
      ),
    ),
  ],
  ['is from another issuer', claims({ iss: 'https://evil.example' })],
  ['has no issuer', without('iss')],
  ['is for another client', claims({ aud: 'another' })],
  ['has no audience', without('aud')],
  ['is for several clients without azp', claims({ aud: [client.clientId, 'another'] })],
  ['was issued to another client', claims({ aud: [client.clientId, 'another'], azp: 'another' })],
  ['has expired', claims({ exp: Math.floor(Date.now() / 1_000) - 300 })],
  ['never expires', without('exp')],
  ['is not valid yet', claims({ nbf: Math.floor(Date.now() / 1_000) + 3_600 })],
  ['has no nonce', without('nonce')],
  ['has the nonce of another sign-in', claims({ nonce: 'another' })],
  ['has no subject', without('sub')],
  ['has an empty subject', claims({ sub: '' })],
  ['has a number as its subject', claims({ sub: 7 as never })],
  [
    'has a subject that the database cannot store',
    (given) => {
      claims({ sub: 'a\0b' })(given);
      given.userinfo.sub = 'a\0b';
    },
  ],
  [
    'has a subject of 100,000 characters',
    (given) => {
      const sub = 'ab'.repeat(50_000);
      claims({ sub })(given);
      given.userinfo.sub = sub;
    },
  ],
  ['is missing', (given) => Object.assign(given, { tokens: () => ({ access_token: 'access', token_type: 'bearer' }) })],
  [
    'belongs to another person than the profile',
    (given) => {
      claims({ sub: 'newcomer' })(given);
      given.userinfo.sub = 'victim';
    },
  ],
  ['is correct, but the callback names another issuer', () => {}, { iss: 'https://evil.example' }],
  ['is correct, but the callback has another state', () => {}, { state: 'another' }],
])('rejects a sign-in whose ID token %s', async (_, change, query) => {
  const count = () => test.database.db.selectFrom('provider_identities').select('user_pk').execute();
  const before = await count();
  expect(await signIn(change, query)).toMatchObject({ statusCode: 303, location: '/login?provider=failed' });
  expect(await count()).toEqual(before);
});

it.each([
  ['a text', 'true'],
  ['a number', 1],
  ['missing', undefined],
])('stores no address if email_verified is %s', async (kind, email_verified) => {
  const sub = `unverified-${kind}`;
  const { location } = await signIn((given) => {
    given.claims.sub = sub;
    given.userinfo = { sub, email: `${kind.replace(' ', '')}@example.org`, email_verified };
  });
  expect(location).toBe('/login?provider=finish');
  const identity = test.database.db.selectFrom('provider_identities').select('user_pk').where('subject', '=', sub);
  const users = await test.database.db.selectFrom('users').select('email').where('pk', 'in', identity).execute();
  expect(users).toEqual([{ email: null }]);
});

it('creates an account from a profile with claims of other types', async () => {
  const sub = 'odd';
  const profile = { preferred_username: { a: 1 }, name: ['x'], email: 7, email_verified: true };
  expect(
    await signIn((given) => {
      given.claims.sub = sub;
      given.userinfo = { sub, ...profile };
    }),
  ).toMatchObject({ location: '/login?provider=finish' });
});
