import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';

/** The action of a link. The link becomes invalid as soon as `state` changes, by the link or in another way. */
export interface LinkSubject {
  /** `welcome` and `handout` set a first password: mailed to the owner, or handed out by a superuser. */
  purpose: 'verify' | 'reset' | 'welcome' | 'handout';
  userPk: number;
  /** The value that the link replaces, for example the pending address or the hash of the old password. */
  state: string;
}

export type Links = ReturnType<typeof createLinks>;

const expiryBytes = 6;

/**
 * Creates links for mails, `/verify/{user_id}/{hmac}` and `/password-reset/{user_id}/{hmac}`. The last part is base64url
 * of the expiry (seconds since 1970, 6 bytes) and HMAC-SHA256 over purpose, user, state and expiry. Nothing is stored.
 */
export function createLinks({ key, clock, publicUrl }: { key: Buffer; clock: Clock; publicUrl: string }) {
  const paths = {
    verify: 'verify',
    reset: 'password-reset',
    welcome: 'password-reset',
    handout: 'password-reset',
  };
  // The page then speaks of a first password. The server never sees this part.
  const hashes = { verify: '', reset: '', welcome: '#new', handout: '#new' };

  const sign = ({ purpose, userPk, state }: LinkSubject, expiry: Buffer) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, userPk, state, expiry.toString('hex')]))
      .digest();

  return {
    /** @param seconds lifetime of the link */
    make(subject: LinkSubject, seconds: number): string {
      const expiry = Buffer.alloc(expiryBytes);
      expiry.writeUIntBE(Math.floor(clock.now().getTime() / 1_000) + seconds, 0, expiryBytes);
      const hmac = Buffer.concat([expiry, sign(subject, expiry)]).toString('base64url');
      return `${publicUrl}/${paths[subject.purpose]}/${subject.userPk}/${hmac}${hashes[subject.purpose]}`;
    },

    /** Compares in constant time. A wrong link is `invalid`, even if it has expired. */
    check(subject: LinkSubject, hmac: string): 'good' | 'expired' | 'invalid' {
      const bytes = Buffer.from(hmac, 'base64url');
      // Check the canonical form: base64 can encode the same bytes in several ways.
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
  welcome: 'Ask the person who added your account for a new one.',
  handout: 'Ask the person who gave it to you for a new one.',
};

/** For a link that is altered, used, of another account or outdated. The caller cannot distinguish these cases. */
export const invalidLink = (purpose: LinkSubject['purpose']) =>
  new AppError('link_invalid', `This link is not valid or was used already. ${remedies[purpose]}`);

export const expiredLink = (purpose: LinkSubject['purpose']) =>
  new AppError('link_expired', `This link has expired. ${remedies[purpose]}`);
