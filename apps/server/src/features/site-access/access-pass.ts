import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock';

const passDays = 30;
export const passSeconds = passDays * 86_400;

/**
 * Creates signed passes, `expiry.signature`, that prove that a visitor has entered the access code. Nothing is stored.
 * The code is part of the key, so a new code invalidates all passes.
 */
export function createAccessPasses({ key, code, clock }: { key: Buffer; code: string; clock: Clock }) {
  const hash = (text: string) => createHmac('sha256', key).update(text).digest();
  const codeHash = hash(`code|${code.trim()}`);
  const passKey = hash(`pass|${code.trim()}`);
  const now = () => Math.floor(clock.now().getTime() / 1_000);
  const sign = (expiry: string) => createHmac('sha256', passKey).update(expiry).digest();

  return {
    isCode: (given: string): boolean => timingSafeEqual(hash(`code|${given.trim()}`), codeHash),

    make(): string {
      const expiry = String(now() + passSeconds);
      return `${expiry}.${sign(expiry).toString('base64url')}`;
    },

    isValid(pass: string | undefined): boolean {
      const match = pass === undefined ? null : /^(\d{1,12})\.([\w-]{43})$/.exec(pass);
      const [, expiry = '', signature = ''] = match ?? [];
      if (!match || !timingSafeEqual(Buffer.from(signature, 'base64url'), sign(expiry))) return false;
      return Number(expiry) > now();
    },
  };
}
