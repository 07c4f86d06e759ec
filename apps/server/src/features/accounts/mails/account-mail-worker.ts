import { createHash } from 'node:crypto';
import { type MailContent, type MailTemplate, renderMail } from '#features/mail-templates/mail-templates.public';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from '../account-deps.ts';
import { firstPasswordSeconds, linkSubject } from '../mail-link-subjects.ts';
import { findUserByLogin, findUserByPk, type UserRow } from '../users.read-model.ts';
import * as templates from './account-mail-templates.ts';
import { type AccountMail, accountMailJob } from './account-mails.ts';

const verifySeconds = 3 * 86_400;
const resetSeconds = 3_600;

/**
 * Maximum mails of one kind per mailbox, so that a stranger cannot flood it. The limit for confirmations is higher:
 * strangers can enter an address that is not theirs, and its owner must still receive their own.
 */
const perAddress = { hits: 5, seconds: 3_600 };
const confirmationsPerAddress = { hits: 15, seconds: 3_600 };
/**
 * Twice the number of requests allowed per hour, because the two windows are not aligned. With a lower limit, a stranger
 * who asks at the right moment could cause the owner's links to be dropped here while no more can be requested.
 */
const resetsPerAddress = { hits: 10, seconds: 3_600 };

/** A mail to deliver. */
interface OutgoingMail {
  to: string;
  user: UserRow;
  content: MailContent;
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'jobs' | 'limiter' | 'links' | 'mailer' | 'composeMail'>;

/** Registers the worker that writes and delivers queued account mails. */
export function handleAccountMails(deps: Deps): void {
  const { db, jobs, mailer } = deps;
  jobs.handle(accountMailJob, async (mail, { id, attempt }) => {
    const outgoing = await writeMail(deps, mail);
    if (!outgoing) return;
    // Counted once, on the first attempt.
    if (attempt === 1 && (await exceedsLimit(deps, mail, outgoing.to))) {
      await db.transaction().execute((tx) =>
        audit(tx, {
          actor: null,
          action: 'mail.dropped',
          subject: `user:${outgoing.user.pk}`,
          data: { kind: mail.kind },
        }),
      );
      return;
    }
    await mailer.deliver({ id, to: outgoing.to, ...renderMail(outgoing.content) });
  });
}

/** Writes a mail. @returns undefined if there is no recipient or the mail is no longer needed */
async function writeMail(
  { config, db, links, composeMail }: Deps,
  mail: AccountMail,
): Promise<OutgoingMail | undefined> {
  const user = mail.kind === 'reset' ? await findUserByLogin(db, mail.email) : await findUserByPk(db, mail.user);
  if (!user?.is_active) return undefined;
  const recipient = { username: user.username, publicUrl: config.publicUrl };
  const send = async <About>(to: string | null, kind: MailTemplate<About>, about: About) =>
    to ? { to, user, content: await composeMail(kind, recipient, about) } : undefined;

  switch (mail.kind) {
    case 'verify': {
      if (!user.pending_email) return undefined;
      const url = links.make(linkSubject('verify', user), verifySeconds);
      return send(user.pending_email, templates.verifyTemplate, { url });
    }
    case 'reset': {
      // The look-up also matches usernames.
      if (user.email?.toLowerCase() !== mail.email.toLowerCase()) return undefined;
      const url = links.make(linkSubject('reset', user), resetSeconds);
      return send(user.email, user.password_hash === null ? templates.firstPasswordTemplate : templates.resetTemplate, {
        url,
      });
    }
    case 'password_changed':
      return send(user.email, templates.passwordChangedTemplate, {});
    case 'email_changed':
      return send(mail.to, templates.emailChangedTemplate, {});
    case 'new_sign_in':
      return user.sign_in_mails ? send(user.email, templates.newSignInTemplate, mail) : undefined;
    case 'second_factor_changed':
      return send(user.email, templates.secondFactorTemplates[mail.what], {});
    case 'provider_linked':
    case 'provider_unlinked': {
      const provider = config.oidc?.name ?? 'the provider';
      const kind =
        mail.kind === 'provider_linked' ? templates.providerLinkedTemplate : templates.providerUnlinkedTemplate;
      return send(user.email, kind, { provider });
    }
    case 'welcome': {
      // The owner has set a password already.
      if (!user.pending_email || user.password_hash !== null) return undefined;
      const url = links.make(linkSubject('welcome', user), firstPasswordSeconds);
      return send(user.pending_email, templates.welcomeTemplate, { url });
    }
    case 'deletion_by_operator':
      return user.delete_at ? send(user.email, templates.deletionByOperatorTemplate, mail) : undefined;
    case 'deletion_scheduled':
      // The owner has cancelled the deletion in the meantime.
      if (!user.delete_at) return undefined;
      return send(user.email, templates.deletionTemplate, mail);
  }
}

async function exceedsLimit({ limiter }: Deps, mail: AccountMail, to: string): Promise<boolean> {
  const limits: Partial<Record<AccountMail['kind'], typeof perAddress>> = {
    verify: confirmationsPerAddress,
    reset: resetsPerAddress,
  };
  const limit = limits[mail.kind] ?? perAddress;
  // Counted per change: different changes must not share a limit.
  const kind = mail.kind === 'second_factor_changed' ? mail.what : mail.kind;
  try {
    await limiter.take({ name: `mail-${kind}`, ...limit }, mailbox(to));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return true;
    throw error;
  }
}

/** Normalises all spellings of one mailbox. The result is a hash, because counters must not contain addresses. */
function mailbox(address: string): string {
  const plain = address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22);
}
