import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';

/**
 * What a link does. `state` is what the link changes: it dies as soon as that changes, by the link or in another way.
 */
export interface LinkSubject {
  purpose: 'verify' | 'reset';
  userPk: number;
  /** Such as the address to confirm, or the hash of the password to replace. */
  state: string;
}

export type Links = ReturnType<typeof createLinks>;

const expiryBytes = 6;

/**
 * Addresses for mails, `/verify/{user_id}/{hmac}` and `/password-reset/{user_id}/{hmac}`. The last part is base64url of
 * the expiry (seconds since 1970, 6 bytes) and HMAC-SHA256 over purpose, user, state and expiry. Nothing is stored.
 */
export function createLinks({ key, clock, publicUrl }: { key: Buffer; clock: Clock; publicUrl: string }) {
  const paths = { verify: 'verify', reset: 'password-reset' };

  const sign = ({ purpose, userPk, state }: LinkSubject, expiry: Buffer) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, userPk, state, expiry.toString('hex')]))
      .digest();

  return {
    /** @param seconds how long it is good */
    make(subject: LinkSubject, seconds: number): string {
      const expiry = Buffer.alloc(expiryBytes);
      expiry.writeUIntBE(Math.floor(clock.now().getTime() / 1_000) + seconds, 0, expiryBytes);
      const hmac = Buffer.concat([expiry, sign(subject, expiry)]).toString('base64url');
      return `${publicUrl}/${paths[subject.purpose]}/${subject.userPk}/${hmac}`;
    },

    /** Compares in constant time. A wrong link is `invalid`, whatever expiry it claims. */
    check(subject: LinkSubject, hmac: string): 'good' | 'expired' | 'invalid' {
      const bytes = Buffer.from(hmac, 'base64url');
      // Strict about the form, for base64 can spell the same bytes in more ways than one.
      if (bytes.length !== expiryBytes + 32 || bytes.toString('base64url') !== hmac) return 'invalid';
      const expiry = bytes.subarray(0, expiryBytes);
      if (!timingSafeEqual(bytes.subarray(expiryBytes), sign(subject, expiry))) return 'invalid';
      return expiry.readUIntBE(0, expiryBytes) * 1_000 > clock.now().getTime() ? 'good' : 'expired';
    },
  };
}

const remedies: Record<LinkSubject['purpose'], string> = {
  verify: 'Log in and have a new one sent from your account.',
  reset: 'Ask for a new one where you log in.',
};

/** For a link that is altered, somebody else's, used, or about what has changed since: all look the same from outside. */
export const linkInvalid = (purpose: LinkSubject['purpose']) =>
  new AppError('link_invalid', `This link is not valid, or was used already. ${remedies[purpose]}`);

export const linkExpired = (purpose: LinkSubject['purpose']) =>
  new AppError('link_expired', `This link has expired. ${remedies[purpose]}`);
