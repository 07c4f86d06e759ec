import type { SignedIn } from '@hexpedition/contract';
import { sql } from 'kysely';
import { solvePow } from '#testing/solve-proof-of-work';
import type { Answer, Caller, TestApp } from '#testing/test-app';
import { linkSubject } from './mail-link-subjects.ts';
import { createLinks, type LinkSubject } from './mail-links.ts';
import type { AccountMail } from './mails/account-mails.ts';
import { findUserByPk } from './users.read-model.ts';

export const goodPassword = 'lantern gravel otter 9';

export interface ErrorBody {
  code?: string;
  msg?: string;
  fields?: Record<string, string>;
}

/** Posts with a proof of work. */
export async function postWithWork<T = Record<string, unknown>>(
  test: TestApp,
  path: string,
  body: unknown,
  caller: Caller = test.anonymous,
): Promise<Answer<T & ErrorBody>> {
  return caller.post<T & ErrorBody>(path, body, { 'x-pow': await solvePow(test.anonymous, path) });
}

export function signUp(test: TestApp, body: { username: string } & Record<string, unknown>) {
  return postWithWork<SignedIn>(test, '/api/account/signup', { password: goodPassword, ...body });
}

export function logIn(test: TestApp, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return test.anonymous.post<SignedIn & ErrorBody>('/api/account/login', { password: goodPassword, ...body }, headers);
}

/** Calls with the access credential of a session. */
export function withToken(test: TestApp, access: string): Caller {
  const authorization = `Bearer ${access}`;
  const call = async <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer<T>> => {
    const response = await test.app.inject({
      method,
      url,
      headers: { ...headers, authorization },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, body: response.json() as T, headers: response.headers };
  };
  return {
    get: (url) => call('GET', url),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body) => call('PUT', url, body),
    delete: (url, body) => call('DELETE', url, body),
  };
}

/** Lists the queued mails to or about a user, oldest first. */
export async function queuedMails(test: TestApp, whom: { user: number } | { email: string }): Promise<AccountMail[]> {
  const { rows } = await sql<{ data: AccountMail }>`
    select data from pgboss.job where name = 'account-mail' and data @> ${JSON.stringify(whom)}::jsonb
    order by created_on`.execute(test.database.db);
  return rows.map((row) => row.data);
}

/** Returns the parameters of a mail link for the current state of the user. */
export async function linkFor(test: TestApp, purpose: LinkSubject['purpose'], userPk: number, seconds = 3_600) {
  const links = createLinks({ key: Buffer.alloc(32, 'mail-links'), clock: test.clock, publicUrl: '' });
  const user = await findUserByPk(test.database.db, userPk);
  if (!user) throw new Error('There is no such user.');
  const hmac = links.make(linkSubject(purpose, user), seconds).split('/').at(-1)?.replace('#new', '') ?? '';
  return { user_id: userPk, hmac };
}

/** Confirms the address of an account, as if its owner had opened the link. */
export async function confirmEmail(test: TestApp, userPk: number, email: string): Promise<void> {
  await test.database.db.updateTable('users').set({ email, pending_email: null }).where('pk', '=', userPk).execute();
}
