import { createHmac, randomBytes } from 'node:crypto';

/**
 * Returns the header `Paddle-Signature` as Paddle documents it: `ts=<seconds>;h1=<HMAC-SHA256 over ts:body>`.
 * @param now real time of this machine, which the shop compares with its own clock
 */
export function signWebhook(body: string, secret: string, now: Date = new Date()): string {
  const ts = Math.floor(now.getTime() / 1_000);
  return `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`;
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Generates a webhook secret in Paddle's format. */
export function createWebhookSecret(): string {
  const pick = (length: number) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return `pdl_ntfset_${pick(26)}_${pick(32)}`;
}
