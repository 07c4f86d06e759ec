import type { SignedIn } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { hashPassword } from '../passwords.ts';
import { type ProviderUser, startTestProvider, type TestProvider } from './testing.ts';

const publicUrl = 'http://localhost:8080';
const callback = `${publicUrl}/api/account/provider/callback`;
const client = { clientId: 'hexpedition', clientSecret: 'only/for:tests+1%' };
const password = 'lantern gravel otter 9';

let provider: TestProvider;
let test: TestApp;
beforeAll(async () => {
  // The provider prints a warning about its development defaults.
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  provider = await startTestProvider({ ...client, redirectUri: callback });
  test = await createTestApp({ oidc: { issuer: provider.issuer, ...client, name: 'Lighthouse' } });
});
afterAll(async () => {
  await test.close();
  await provider.stop();
});
// Limits are counted per address: each test starts in a new window.
beforeEach(() => test.clock.advance(700));

type ErrorBody = { code?: string; msg?: string };

/** A browser with cookies for the platform and for the provider. */
function openBrowser() {
  const platformCookies = new Map<string, string>();
  const providerCookies = new Map<string, string>();
  const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  function storeCookies(jar: Map<string, string>, lines: string[]) {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async function call<T>(method: 'GET' | 'POST', url: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await test.app.inject({
      method,
      url,
      headers: { cookie: header(platformCookies), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    storeCookies(platformCookies, [answer.headers['set-cookie'] ?? []].flat());
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const { location } = answer.headers;
    return { status: answer.statusCode, location, body: (isJson ? answer.json() : {}) as T, headers: answer.headers };
  }

  return {
    platformCookies,
    call,
    /** Starts the authorization and visits the provider. @returns path and query of the callback */
    async visitProvider(person: ProviderUser | null, authorization: { url: string }): Promise<string> {
      provider.person = person;
      let url = authorization.url;
      for (let hop = 0; hop < 10; hop += 1) {
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie: header(providerCookies) } });
        storeCookies(providerCookies, answer.headers.getSetCookie());
        url = new URL(answer.headers.get('location') ?? '', url).href;
        if (url.startsWith(callback)) return url.slice(publicUrl.length);
      }
      throw new Error('The provider did not redirect back.');
    },
    start: async (next?: string) =>
      (await call<{ url: string }>('POST', '/api/account/provider/start', next === undefined ? {} : { next })).body,
    link: (token: string, given?: string) =>
      call<{ url: string } & ErrorBody>('POST', '/api/account/provider/link', given ? { password: given } : {}, {
        authorization: `Bearer ${token}`,
      }),
    finish: (headers: Record<string, string> = {}) =>
      call<SignedIn & ErrorBody>('POST', '/api/account/provider/finish', undefined, headers),
  };
}

/** Runs the authorization and the callback. */
async function signIn(person: ProviderUser | null, browser = openBrowser(), next?: string) {
  const callbackUrl = await browser.visitProvider(person, await browser.start(next));
  const { status, location } = await browser.call('GET', callbackUrl);
  expect(status).toBe(303);
  return { browser, callbackUrl, location };
}

async function completeSignIn(person: ProviderUser): Promise<SignedIn> {
  const { browser, location } = await signIn(person);
  expect(location).toBe('/login?provider=finish');
  const { status, body } = await browser.finish();
  expect(status).toBe(200);
  return body;
}

let number = 0;
const newPerson = (facts: Partial<ProviderUser> = {}): ProviderUser => ({ sub: `sub-${++number}`, ...facts });
const auditActionsOf = async (user: number) => {
  const rows = await test.database.db
    .selectFrom('audit_events')
    .select('action')
    .where('actor_pk', '=', user)
    .where('action', 'like', 'provider.%')
    .orderBy('pk')
    .execute();
  return rows.map(({ action }) => action);
};

async function mailsTo(user: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select data->>'kind' as kind from pgboss.job
    where name = 'account-mail' and data->>'user' = ${String(user)} order by created_on
  `.execute(test.database.db);
  return rows.map(({ kind }) => kind);
}

describe('sign-in through the provider', () => {
  it('creates an account on the first login and finds it on the second', async () => {
    const person = newPerson({ preferred_username: 'mara', email: 'mara@example.org', email_verified: true });
    const first = await completeSignIn(person);
    expect(first.user).toMatchObject({ username: 'mara', email: 'mara@example.org', pending_email: null });
    expect(first.user.account.has_password).toBe(false);
    const second = await completeSignIn({ ...person, preferred_username: 'someone-else' });
    expect(second.user.pk).toBe(first.user.pk);
    const details = await test.app.inject({
      url: '/api/account/details',
      headers: { authorization: `Bearer ${second.token.access}` },
    });
    expect(details.json().user.username).toBe('mara');
  });

  it('makes a username from a taken or missing name', async () => {
    await buildUser(test.database.db, { username: 'Nils' });
    expect((await completeSignIn(newPerson({ preferred_username: 'nils' }))).user.username).toBe('nils-2');
    expect((await completeSignIn(newPerson({ preferred_username: 'nils' }))).user.username).toBe('nils-3');
    expect((await completeSignIn(newPerson({ name: 'Zoë Ångström' }))).user.username).toBe('Zoe-Angstrom');
    expect((await completeSignIn(newPerson({ email: 'anna.lind@example.org' }))).user.username).toBe('anna-lind');
    expect((await completeSignIn(newPerson())).user.username).toBe('learner');
  });

  it('creates one account for two concurrent logins', async () => {
    const person = newPerson({ preferred_username: 'twice' });
    const browsers = [openBrowser(), openBrowser()];
    const callbackUrls: string[] = [];
    for (const browser of browsers) callbackUrls.push(await browser.visitProvider(person, await browser.start()));
    const ends = await Promise.all(browsers.map((browser, index) => browser.call('GET', callbackUrls[index] ?? '')));
    expect(ends.map(({ location }) => location)).toEqual(['/login?provider=finish', '/login?provider=finish']);
    const [firstBody, secondBody] = await Promise.all(browsers.map((browser) => browser.finish()));
    expect(firstBody?.body.user.pk).toBe(secondBody?.body.user.pk);
    expect(firstBody?.body.user.username).toBe('twice');
  });

  it('stores an address only if the provider has verified it', async () => {
    const claims: Partial<ProviderUser>[] = [
      { email: 'unsure@example.org', email_verified: false },
      { email: 'unsaid@example.org' },
      { email: 'wordy@example.org', email_verified: 'true' as never },
      { email: 'not an address', email_verified: true },
    ];
    for (const facts of claims) {
      expect((await completeSignIn(newPerson(facts))).user).toMatchObject({ email: null, pending_email: null });
    }
  });

  it('never takes over an existing account with the same address', async () => {
    const { pk } = await buildUser(test.database.db, { username: 'olga' });
    await test.database.db.updateTable('users').set({ email: 'Olga@example.org' }).where('pk', '=', pk).execute();
    const person = newPerson({ preferred_username: 'olga', email: 'olga@EXAMPLE.org', email_verified: true });
    const { browser, location } = await signIn(person);
    expect(location).toBe('/login?provider=exists');
    expect((await browser.finish()).body.code).toBe('provider_failed');
    // A person with an unverified address gets a separate account.
    const other = await completeSignIn({ ...person, sub: 'sub-other', email_verified: false });
    expect(other.user).toMatchObject({ username: 'olga-2', email: null });
    expect(other.user.pk).not.toBe(pk);
  });

  it('creates no account while superusers have switched sign-up off, and logs existing users in', async () => {
    const person = newPerson();
    await completeSignIn(person);
    const setSwitch = (register: boolean | null) =>
      test.database.db
        .insertInto('feature_overrides')
        .values({ version: '2', register })
        .onConflict((conflict) => conflict.column('version').doUpdateSet({ register }))
        .execute();
    await setSwitch(false);
    expect((await signIn(newPerson())).location).toBe('/login?provider=closed');
    expect((await signIn(person)).location).toBe('/login?provider=finish');
    await setSwitch(null);
  });

  it('continues to the requested page, on this site only', async () => {
    const person = newPerson();
    expect((await signIn(person, openBrowser(), '/lab/x?tab=1')).location).toBe(
      `/login?provider=finish&next=${encodeURIComponent('/lab/x?tab=1').replaceAll('%20', '+')}`,
    );
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a\nb']) {
      expect((await signIn(person, openBrowser(), next)).location).toBe('/login?provider=finish');
    }
  });

  it('rejects disabled accounts', async () => {
    const person = newPerson();
    const { user } = await completeSignIn(person);
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', user.pk).execute();
    const { browser } = await signIn(person);
    const answer = await browser.finish();
    expect(answer).toMatchObject({ status: 401, body: { code: 'user_disabled', detail: 'inactive' } });
  });

  it('works while registration is closed', async () => {
    const closed = await createTestApp({
      register: 'closed',
      oidc: { issuer: provider.issuer, ...client, name: 'Lighthouse' },
    });
    const open = test;
    test = closed;
    try {
      expect((await completeSignIn(newPerson({ preferred_username: 'guest' }))).user.username).toBe('guest');
    } finally {
      test = open;
      await closed.close();
    }
  });
});

describe('provider callback', () => {
  it('is valid once and for a minute', async () => {
    const { browser, callbackUrl } = await signIn(newPerson());
    const savedCookies = new Map(browser.platformCookies);
    expect((await browser.finish()).status).toBe(200);
    expect(browser.platformCookies.size).toBe(0);
    for (const [name, value] of savedCookies) browser.platformCookies.set(name, value);
    expect((await browser.finish()).body.code).toBe('provider_failed');
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=failed');

    const slow = await signIn(newPerson());
    test.clock.advance(61);
    expect((await slow.browser.finish()).body.code).toBe('provider_failed');
  });

  it('cannot be replayed, even in the same browser with the original cookie', async () => {
    const browser = openBrowser();
    const authorization = await browser.start();
    const cookies = new Map(browser.platformCookies);
    const callbackUrl = await browser.visitProvider(newPerson(), authorization);
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=finish');
    for (const [name, value] of cookies) browser.platformCookies.set(name, value);
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=failed');
  });

  it('is rejected in another browser', async () => {
    const browser = openBrowser();
    const callbackUrl = await browser.visitProvider(newPerson(), await browser.start());
    expect((await openBrowser().call('GET', callbackUrl)).location).toBe('/login?provider=failed');
    const thief = openBrowser();
    await thief.start();
    expect((await thief.call('GET', callbackUrl)).location).toBe('/login?provider=failed');
    expect((await thief.finish()).body.code).toBe('provider_failed');
    // The owner can still use it.
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=finish');
  });

  it.each([
    ['another state', (callbackUrl: string) => callbackUrl.replace(/state=[^&]+/, 'state=altered')],
    ['no state', (callbackUrl: string) => callbackUrl.replace(/&?state=[^&]+/, '')],
    ['another code', (callbackUrl: string) => callbackUrl.replace(/code=[^&]+/, 'code=altered')],
    ['another issuer', (callbackUrl: string) => callbackUrl.replace(/iss=[^&]+/, 'iss=http%3A%2F%2Fevil.example')],
    ['a forged error', () => '/api/account/provider/callback?error=access_denied'],
    ['a malformed query', () => '/api/account/provider/callback?code=%00&code=2&state[]=x'],
    ['no query', () => '/api/account/provider/callback'],
  ])('fails with %s, and uses up the started authorization', async (_what, alter) => {
    const browser = openBrowser();
    const authorization = await browser.start();
    const cookies = new Map(browser.platformCookies);
    const callbackUrl = await browser.visitProvider(newPerson(), authorization);
    const answer = await browser.call('GET', alter(callbackUrl));
    expect([answer.status, answer.location]).toEqual([303, '/login?provider=failed']);
    expect(browser.platformCookies.size).toBe(0);
    for (const [name, value] of cookies) browser.platformCookies.set(name, value);
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=failed');
  });

  it.each(['nonce', 'verifier'])('fails if the provider answers for another %s', async (what) => {
    const browser = openBrowser();
    const callbackUrl = await browser.visitProvider(newPerson(), await browser.start());
    await test.database.db
      .updateTable('tickets')
      .set({ data: sql`jsonb_set(data, ${sql.lit(`{${what}}`)}, '"${sql.raw('altered-'.repeat(6))}"')` })
      .where('purpose', '=', 'provider-start')
      .execute();
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=failed');
  });

  it('fails when the visitor denies access', async () => {
    const { browser, callbackUrl, location } = await signIn(null);
    expect(callbackUrl).toContain('error=access_denied');
    expect(location).toBe('/login?provider=failed');
    expect((await browser.finish()).body.code).toBe('provider_failed');
  });

  it('expires after ten minutes', async () => {
    const browser = openBrowser();
    const callbackUrl = await browser.visitProvider(newPerson(), await browser.start());
    test.clock.advance(601);
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=failed');
  });

  it('can be finished from this site only', async () => {
    const { browser } = await signIn(newPerson());
    for (const origin of ['https://evil.example', 'null', 'http://localhost:8080.evil.example']) {
      expect((await browser.finish({ origin })).status).toBe(403);
    }
    expect((await browser.finish({ origin: publicUrl })).status).toBe(200);
  });

  it('keeps secrets out of addresses and cookies away from scripts', async () => {
    const browser = openBrowser();
    const authorization = await browser.call<{ url: string }>('POST', '/api/account/provider/start', {});
    const [cookie = ''] = [authorization.headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(
      /^hexpedition-provider=[\w-]{43}; Max-Age=600; Path=\/api\/account\/provider; HttpOnly; SameSite=Lax$/,
    );
    const url = new URL(authorization.body.url);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe(callback);
    const ticket = [...browser.platformCookies.values()][0] ?? 'none';
    expect(authorization.body.url).not.toContain(ticket);
    expect(authorization.body.url).not.toContain(encodeURIComponent(client.clientSecret));
    const answer = await browser.call('GET', await browser.visitProvider(newPerson(), authorization.body));
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.location).toBe('/login?provider=finish');
  });
});

describe('connecting the provider', () => {
  const withPassword = async () => {
    const passwordHash = await hashPassword(password);
    const { pk } = await buildUser(test.database.db, { passwordHash });
    return test.as({ pk });
  };

  it('adds a sign-in method and can be undone', async () => {
    const owner = await withPassword();
    const person = newPerson({ preferred_username: 'unused' });
    const browser = openBrowser();
    expect((await browser.link(owner.token, 'not this one')).body.code).toBe('wrong_password');
    const authorization = await browser.link(owner.token, password);
    const callbackUrl = await browser.visitProvider(person, authorization.body);
    expect((await browser.call('GET', callbackUrl)).location).toBe('/account?provider=linked');
    expect(browser.platformCookies.size).toBe(0);
    expect((await completeSignIn(person)).user.pk).toBe(owner.pk);

    const again = await openBrowser().link(owner.token, password);
    expect(again.body).toMatchObject({ code: 'provider_failed', msg: expect.stringContaining('Disconnect it first') });

    const unlinked = await owner.post('/api/account/provider/unlink', { password });
    expect(unlinked).toMatchObject({ status: 200, body: { has_password: true, provider: null } });
    expect((await owner.post('/api/account/provider/unlink', { password })).status).toBe(200);
    expect(await auditActionsOf(owner.pk)).toEqual(['provider.linked', 'provider.unlinked']);
    const mails = (await mailsTo(owner.pk)).filter((kind) => kind.startsWith('provider'));
    expect(mails).toEqual(['provider_linked', 'provider_unlinked']);
    expect((await completeSignIn(person)).user.pk).not.toBe(owner.pk);
  });

  it('invalidates a login in progress when the provider is disconnected', async () => {
    const owner = await withPassword();
    const person = newPerson();
    const browser = openBrowser();
    const authorization = await browser.link(owner.token, password);
    await browser.call('GET', await browser.visitProvider(person, authorization.body));
    const late = await signIn(person);
    expect(late.location).toBe('/login?provider=finish');
    await owner.post('/api/account/provider/unlink', { password });
    expect((await late.browser.finish()).body.code).toBe('provider_failed');
  });

  it('rejects an identity that is connected to another account', async () => {
    const person = newPerson();
    const other = await completeSignIn(person);
    const owner = await withPassword();
    const browser = openBrowser();
    const authorization = await browser.link(owner.token, password);
    const callbackUrl = await browser.visitProvider(person, authorization.body);
    expect((await browser.call('GET', callbackUrl)).location).toBe('/account?provider=taken');
    expect((await completeSignIn(person)).user.pk).toBe(other.user.pk);
  });

  it('reports that the visitor denied access', async () => {
    const owner = await withPassword();
    const browser = openBrowser();
    const authorization = await browser.link(owner.token, password);
    expect((await browser.call('GET', await browser.visitProvider(null, authorization.body))).location).toBe(
      '/account?provider=failed',
    );
  });

  it('fails when the session that started it has ended', async () => {
    const owner = await withPassword();
    const person = newPerson();
    const browser = openBrowser();
    const authorization = await browser.link(owner.token, password);
    const callbackUrl = await browser.visitProvider(person, authorization.body);
    await owner.post('/api/account/logout', {});
    expect((await browser.call('GET', callbackUrl)).location).toBe('/account?provider=failed');
    expect((await completeSignIn(person)).user.pk).not.toBe(owner.pk);
  });

  it('connects an identity to only one of two accounts at once', async () => {
    const person = newPerson();
    const tries = await Promise.all(
      [await withPassword(), await withPassword()].map(async (owner) => {
        const browser = openBrowser();
        return { browser, authorization: (await browser.link(owner.token, password)).body };
      }),
    );
    const callbackUrls: string[] = [];
    for (const { browser, authorization } of tries)
      callbackUrls.push(await browser.visitProvider(person, authorization));
    const ends = await Promise.all(tries.map(({ browser }, index) => browser.call('GET', callbackUrls[index] ?? '')));
    expect(ends.map(({ location }) => location).sort()).toEqual([
      '/account?provider=linked',
      '/account?provider=taken',
    ]);
  });

  it('cannot be undone while it is the only sign-in method', async () => {
    const { user, token } = await completeSignIn(newPerson());
    const unlink = (headers = { authorization: `Bearer ${token.access}` }) =>
      test.anonymous.post('/api/account/provider/unlink', {}, headers);
    expect(await unlink()).toMatchObject({
      status: 403,
      body: { code: 'forbidden', msg: expect.stringContaining('Set a password or add a passkey') },
    });
    await test.database.db
      .insertInto('passkeys')
      .values({
        user_pk: user.pk,
        credential_id: `id-${user.pk}`,
        public_key: Buffer.alloc(1),
        counter: 0,
        name: 'Key',
      })
      .execute();
    // Without a password the session has to be recent.
    await test.database.db
      .updateTable('sessions')
      .set({ created_at: new Date(test.clock.now().getTime() - 16 * 60_000) })
      .where('user_pk', '=', user.pk)
      .execute();
    expect((await unlink()).body.code).toBe('reauthentication_required');
    await test.database.db
      .updateTable('sessions')
      .set({ created_at: test.clock.now() })
      .where('user_pk', '=', user.pk)
      .execute();
    expect((await unlink()).status).toBe(200);
  });

  it('requires a session', async () => {
    for (const path of ['link', 'unlink']) {
      expect((await test.anonymous.post(`/api/account/provider/${path}`, {})).status).toBe(401);
    }
  });
});

describe('unavailable provider', () => {
  it('is reported, and contacted again on the next attempt', async () => {
    const fresh = await createTestApp({ oidc: { issuer: provider.issuer, ...client, name: 'Lighthouse' } });
    try {
      await provider.stop();
      const down = await fresh.anonymous.post('/api/account/provider/start', {});
      expect(down).toMatchObject({
        status: 400,
        body: { code: 'provider_failed', msg: expect.stringContaining('Lighthouse') },
      });
      await provider.resume();
      expect((await fresh.anonymous.post('/api/account/provider/start', {})).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('signs no one in when it fails during the callback', async () => {
    const browser = openBrowser();
    const callbackUrl = await browser.visitProvider(newPerson(), await browser.start());
    await provider.stop();
    expect((await browser.call('GET', callbackUrl)).location).toBe('/login?provider=failed');
    await provider.resume();
  });

  it('is protected by a limit of requests per address', async () => {
    for (let count = 0; count < 120; count += 1) await test.anonymous.post('/api/account/provider/start', {});
    expect((await test.anonymous.post('/api/account/provider/start', {})).status).toBe(429);
  });

  it('answers 404 when no provider is configured', async () => {
    const without = await createTestApp();
    try {
      const learner = await without.as();
      for (const path of ['start', 'finish', 'link', 'unlink']) {
        expect((await learner.post(`/api/account/provider/${path}`, {})).body.code).toBe('not_found');
      }
      expect((await without.anonymous.get('/api/account/provider/callback')).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
