import { createHmac, randomBytes } from 'node:crypto';

/**
 * The header `Paddle-Signature` for a body, as Paddle documents it: `ts=<seconds>;h1=<HMAC-SHA256 over ts:body>`.
 * @param now the time of this machine: the shop compares it with its own
 */
export function signWebhook(body: string, secret: string, now: Date = new Date()): string {
  const ts = Math.floor(now.getTime() / 1_000);
  return `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`;
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A secret for webhooks in Paddle's form. */
export function newWebhookSecret(): string {
  const pick = (length: number) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return `pdl_ntfset_${pick(26)}_${pick(32)}`;
}
