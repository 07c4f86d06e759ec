import { type AddUsersAnswer, type PasswordLink, usernamePattern } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from '../account-deps.ts';
import { insertNamedUser } from '../insert-named-user.ts';
import { firstPasswordSeconds, linkSubject } from '../mail-link-subjects.ts';
import { isReservedName } from '../reserved-names.ts';
import { readSecurity } from '../second-factor/security.read-model.ts';
import { toUsername } from '../suggest-usernames.ts';
import { findUserByLogin, findUserByPk, isConfirmedAddress, type UserRow } from '../users.read-model.ts';
import { insertUser, usernameTaken } from '../users.store.ts';
import { isEmail, type PersonLine, parsePeople } from './parse-people.ts';
import { findAddedUser } from './users-admin.read-model.ts';

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'links' | 'queueMail' | 'limiter'> & {
  /** Whether a mail server is set. Otherwise the superuser hands out the links. */
  sendsMail: boolean;
};

type Result = AddUsersAnswer['results'][number];

/** Advisory lock id (an arbitrary fixed number). Only one call at a time adds the account of an address. */
const addLock = 4_839_206;
/** Each call adds up to 200 accounts and mails. */
const limit = { name: 'users-add', hits: 30, seconds: 3_600 };

/** Adds accounts whose owners choose their password with a one-time link. Nothing stores the links. */
export function createAddUsers({ db, clock, links, queueMail, limiter, sendsMail }: Deps) {
  return {
    /**
     * Adds an account for each line. A line with a problem does not stop the others.
     * @throws AppError invalid_request for too many lines, too_many_requests
     */
    async add(viewer: Viewer, text: string): Promise<AddUsersAnswer> {
      const people = parsePeople(text);
      await limiter.take(limit, String(viewer.pk));
      const results: Result[] = [];
      for (const person of people) results.push(await addPerson(viewer, person));
      return { results, expires_at: expiry() };
    },

    /**
     * Creates another link for an account without a log-in method.
     * @throws AppError not_found; conflict if the account has a log-in method
     */
    async link(viewer: Viewer, username: string): Promise<PasswordLink> {
      return db.transaction().execute(async (tx) => {
        const user = await findUserByLogin(tx, username);
        if (!user) throw notFound('account');
        const { has_password, passkeys, provider } = await readSecurity(tx, user.pk);
        if (has_password || passkeys.length > 0 || provider !== null) {
          throw new AppError('conflict', 'This account has a log-in method. Its owner can reset the password by mail.');
        }
        const data = { before: null, after: { expires_at: expiry() } };
        await audit(tx, { actor: viewer.pk, action: 'account.password_link', subject: `user:${user.pk}`, data });
        return { url: linkFor(user), expires_at: expiry() };
      });
    },
  };

  function expiry(): string {
    return new Date(clock.now().getTime() + firstPasswordSeconds * 1_000).toISOString();
  }

  function linkFor(user: UserRow): string {
    return links.make(linkSubject('handout', user), firstPasswordSeconds);
  }

  async function addPerson({ pk: actor }: Viewer, { line, text, name, email }: PersonLine): Promise<Result> {
    const failed = (error: string): Result => ({ line, text, username: null, email, url: null, error });
    const problem = problemOf({ name, email });
    if (problem) return failed(problem);
    try {
      return await db.transaction().execute(async (tx) => {
        await takeLock(tx, addLock);
        if (email !== null) await refuseKnownAddress(tx, email);
        const pk = await insertPerson(tx, name, email);
        const user = await findUserByPk(tx, pk);
        if (!user) throw new Error('The new user could not be read back.');
        const isMailed = email !== null && sendsMail;
        if (isMailed) await queueMail(tx, { kind: 'welcome', user: pk });
        const after = { username: user.username, mailed: isMailed };
        await audit(tx, { actor, action: 'account.added', subject: `user:${pk}`, data: { before: null, after } });
        return { line, text, username: user.username, email, url: isMailed ? null : linkFor(user), error: null };
      });
    } catch (error) {
      if (error instanceof AppError) return failed(error.message);
      throw error;
    }
  }
}

/** Returns what is wrong with a line by itself. */
function problemOf({ name, email }: Pick<PersonLine, 'name' | 'email'>): string | undefined {
  if (email !== null && !isEmail(email)) return 'This does not look like an email address.';
  if (name === null && email === null) return 'This line has neither a name nor an email address.';
  if (email === null && toUsername(name) === undefined) {
    return 'No username can be made from this name. Use letters and digits, or add an email address.';
  }
  return undefined;
}

/** Inserts an account with the name itself, if it is a valid username, or with a free one that is like it. */
async function insertPerson(tx: Tx, name: string | null, email: string | null): Promise<number> {
  if (name === null || !usernamePattern.test(name)) return insertNamedUser(tx, [name, email], email);
  if (isReservedName(name)) throw usernameTaken();
  return insertUser(tx, { username: name, pendingEmail: email, passwordHash: null });
}

/** @throws AppError conflict if an account has the address, or was added with it and is not in use yet */
async function refuseKnownAddress(tx: Tx, email: string): Promise<void> {
  if (await isConfirmedAddress(tx, email)) throw new AppError('conflict', 'An account has this email address already.');
  const added = await findAddedUser(tx, email);
  if (added !== undefined) throw new AppError('conflict', `This person was added already, as ${added}.`);
}
