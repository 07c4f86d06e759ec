import { createHash, timingSafeEqual } from 'node:crypto';
import { type Client, clientCalled } from './clients.ts';
import { type Ask, goTo, json, page, type Reply, withCookie } from './http.ts';
import { clientsPage, passPage, refusalPage } from './pages.ts';
import { ines, type Person } from './people.ts';
import { Shelf } from './shelf.ts';

/*
 * Quay A issues harbour passes. It signs people in to other programs with OAuth: a code through the browser, and a
 * token for the code from server to server.
 */

const sessions = new Shelf<Person>(12 * 3600);
const codes = new Shelf<{ client: Client; person: Person; scopes: string[]; challenge: string | null }>(120);
const tokens = new Shelf<{ person: Person; scopes: string[] }>(600);

/** Returns a session cookie. */
export const passFor = (person: Person): string => `pass=${sessions.put(person)}; Path=/quay-a; HttpOnly; SameSite=Lax`;

export function quayA(ask: Ask): Reply | undefined {
  if (ask.path === '/quay-a/token' && ask.method === 'POST') return exchange(ask.form);
  if (ask.path === '/quay-a/whoami') return whoAmI(ask.bearer);
  if (ask.method !== 'GET') return undefined;
  const signedIn = sessions.get(ask.cookies.get('pass'));
  // A visitor without a pass is Ines
  const person = signedIn ?? ines;
  const cookie = signedIn ? undefined : passFor(ines);
  if (ask.path === '/quay-a') return withCookie(page(200, passPage(person)), cookie);
  if (ask.path === '/quay-a/clients') return withCookie(page(200, clientsPage()), cookie);
  if (ask.path === '/quay-a/authorize') return withCookie(authorize(ask.query, person), cookie);
  return undefined;
}

/** The hole: a redirect address must only begin as the registered one does. The rest is not checked. */
const mayReturnTo = (client: Client, uri: string): boolean => uri.startsWith(client.returnTo);

function authorize(query: URLSearchParams, person: Person): Reply {
  const refuse = (text: string) => page(400, refusalPage(text));
  const client = clientCalled(query.get('client_id'));
  if (!client) return refuse('There is no such program (client_id).');
  const uri = query.get('redirect_uri') ?? '';
  if (!/^[\x21-\x7e]{1,400}$/.test(uri) || !mayReturnTo(client, uri)) {
    return refuse(`${client.name} has not registered this return address (redirect_uri).`);
  }
  if (query.get('response_type') !== 'code') return refuse('Only the code flow is supported (response_type=code).');
  const scopes = (query.get('scope') ?? 'name').split(' ').filter(Boolean);
  if (!scopes.every((scope) => client.scopes.includes(scope))) {
    return refuse(`${client.name} may only ask for: ${client.scopes.join(', ')} (scope).`);
  }
  const method = query.get('code_challenge_method');
  const challenge = query.get('code_challenge');
  if (challenge && method !== 'S256') return refuse('The challenge must be a SHA-256 (code_challenge_method=S256).');

  // All people have consented once, and are not asked again
  const back = new URLSearchParams({ code: codes.put({ client, person, scopes, challenge }) });
  const state = query.get('state');
  if (state) back.set('state', state.slice(0, 200));
  return goTo(`${uri}${uri.includes('?') ? '&' : '?'}${back}`);
}

/** Exchanges a code for a token. */
export function exchange(form: URLSearchParams): Reply {
  const refuse = (error: string) => json(400, { error });
  if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type');
  const client = clientCalled(form.get('client_id'));
  if (!client || !showsSecret(client, form.get('client_secret') ?? '')) return refuse('invalid_client');
  if (!mayReturnTo(client, form.get('redirect_uri') ?? '')) return refuse('invalid_grant');
  const code = codes.take(form.get('code'));
  if (!code || code.client !== client) return refuse('invalid_grant');
  const verifier = form.get('code_verifier') ?? '';
  if (code.challenge && code.challenge !== createHash('sha256').update(verifier).digest('base64url')) {
    return refuse('invalid_grant');
  }
  const { person, scopes } = code;
  const access_token = tokens.put({ person, scopes });
  return json(200, { access_token, token_type: 'Bearer', expires_in: 600, scope: scopes.join(' ') });
}

function showsSecret({ secret }: Client, shown: string): boolean {
  if (secret === undefined) return true;
  const [own, other] = [Buffer.from(secret), Buffer.from(shown)];
  return own.length === other.length && timingSafeEqual(own, other);
}

/** Returns the owner of a token. */
export function whoAmI(token: string | undefined): Reply {
  const found = tokens.get(token);
  if (!found) return json(401, { error: 'invalid_token' });
  const { person, scopes } = found;
  return json(200, {
    sub: person.sub,
    ...(scopes.includes('name') ? { name: person.name } : {}),
    ...(scopes.includes('papers') ? { papers: person.papers() } : {}),
  });
}
