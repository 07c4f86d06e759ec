import { timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

// Supported by every authenticator app; several ignore any other choice.
const kind = { algorithm: 'SHA1', digits: 6 } as const;
const period = 30;

/** 160 random bits, the output size of SHA-1. */
export const newSecret = (): Secret => new Secret({ size: 20 });

/** Content of the QR code: `otpauth://totp/Hexpedition:name?…`, with the name of the site. The format has no other colon. */
export function totpUri(secret: Secret, issuer: string, username: string): string {
  return new TOTP({ ...kind, period, secret, issuer: issuer.replaceAll(':', ''), label: username }).toString();
}

/**
 * Returns the time step that a code belongs to: the current one or a neighbour, because clocks differ and typing takes
 * time.
 * @returns undefined if the code matches none of them
 */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / 1_000 / period);
  const key = new Secret({ buffer: Uint8Array.from(secret).buffer });
  const given = Buffer.from(code);
  let found: number | undefined;
  for (const step of [present - 1, present, present + 1]) {
    const right = Buffer.from(HOTP.generate({ ...kind, secret: key, counter: step }));
    if (right.length === given.length && timingSafeEqual(right, given)) found = step;
  }
  return found;
}
