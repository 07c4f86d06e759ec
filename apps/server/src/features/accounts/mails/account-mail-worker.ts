import { createHash } from 'node:crypto';
import { type MailContent, type MailTemplate, renderMail } from '#features/mail-templates/mail-templates.public';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import type { AccountDeps } from '../account-deps.ts';
import { linkSubject } from '../mail-link-subjects.ts';
import { findUserByLogin, findUserByPk, type UserRow } from '../users.read-model.ts';
import * as letters from './account-mail-templates.ts';
import { type AccountMail, accountMailJob } from './account-mails.ts';

const verifySeconds = 3 * 86_400;
const resetSeconds = 3_600;

/**
 * How many mails of one kind a mailbox gets from us at most, so that nobody can fill it for somebody else. More
 * confirmations are allowed: strangers can enter an address that is not theirs, and its owner still has to get their
 * own.
 */
const perAddress = { hits: 5, seconds: 3_600 };
const confirmationsPerAddress = { hits: 15, seconds: 3_600 };
/**
 * Twice what can be asked for in an hour, because that hour and this one do not begin together. If it were less, a
 * stranger who asks at the right moment could get the owner's links dropped here, just when no more can be asked for
 * there.
 */
const resetsPerAddress = { hits: 10, seconds: 3_600 };

/** To whom, and what it says. */
interface Written {
  to: string;
  user: UserRow;
  letter: MailContent;
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'jobs' | 'limiter' | 'links' | 'mailer' | 'composeMail'>;

/** Writes and delivers the mails that wait. */
export function handleAccountMails(deps: Deps): void {
  const { db, jobs, mailer } = deps;
  jobs.handle(accountMailJob, async (mail, { id, attempt }) => {
    const written = await write(deps, mail);
    if (!written) return;
    // Counted once, however often it has to be tried.
    if (attempt === 1 && (await isTooMany(deps, mail, written.to))) {
      await db.transaction().execute((tx) =>
        audit(tx, {
          actor: null,
          action: 'mail.dropped',
          subject: `user:${written.user.pk}`,
          data: { kind: mail.kind },
        }),
      );
      return;
    }
    await mailer.deliver({ id, to: written.to, ...renderMail(written.letter) });
  });
}

/** @returns undefined where there is nobody to write to, or nothing to say any more */
async function write({ config, db, links, composeMail }: Deps, mail: AccountMail): Promise<Written | undefined> {
  const user = mail.kind === 'reset' ? await findUserByLogin(db, mail.email) : await findUserByPk(db, mail.user);
  if (!user?.is_active) return undefined;
  const recipient = { username: user.username, publicUrl: config.publicUrl };
  const send = async <About>(to: string | null, kind: MailTemplate<About>, about: About) =>
    to ? { to, user, letter: await composeMail(kind, recipient, about) } : undefined;

  switch (mail.kind) {
    case 'verify': {
      if (!user.pending_email) return undefined;
      const url = links.make(linkSubject('verify', user), verifySeconds);
      return send(user.pending_email, letters.verifyTemplate, { url });
    }
    case 'reset': {
      // A username may have been given in place of an address.
      if (user.email?.toLowerCase() !== mail.email.toLowerCase()) return undefined;
      const url = links.make(linkSubject('reset', user), resetSeconds);
      return send(user.email, user.password_hash === null ? letters.firstPasswordTemplate : letters.resetTemplate, {
        url,
      });
    }
    case 'password_changed':
      return send(user.email, letters.passwordChangedTemplate, {});
    case 'email_changed':
      return send(mail.to, letters.emailChangedTemplate, {});
    case 'new_sign_in':
      return user.sign_in_mails ? send(user.email, letters.newSignInTemplate, mail) : undefined;
    case 'second_factor_changed':
      return send(user.email, letters.secondFactorTemplates[mail.what], {});
    case 'provider_linked':
    case 'provider_unlinked': {
      const provider = config.oidc?.name ?? 'the provider';
      const kind = mail.kind === 'provider_linked' ? letters.providerLinkedTemplate : letters.providerUnlinkedTemplate;
      return send(user.email, kind, { provider });
    }
    case 'deletion_scheduled':
      // The owner has taken the deletion back meanwhile.
      if (!user.delete_at) return undefined;
      return send(user.email, letters.deletionTemplate, mail);
  }
}

async function isTooMany({ limiter }: Deps, mail: AccountMail, to: string): Promise<boolean> {
  const limits: Partial<Record<AccountMail['kind'], typeof perAddress>> = {
    verify: confirmationsPerAddress,
    reset: resetsPerAddress,
  };
  const limit = limits[mail.kind] ?? perAddress;
  // One change must not hide another.
  const kind = mail.kind === 'second_factor_changed' ? mail.what : mail.kind;
  try {
    await limiter.take({ name: `mail-${kind}`, ...limit }, mailbox(to));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return true;
    throw error;
  }
}

/** The same for all spellings that lead to one mailbox. It is a hash, because counters hold no addresses. */
function mailbox(address: string): string {
  const plain = address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22);
}
