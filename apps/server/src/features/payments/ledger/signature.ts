import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may lie from ours, seconds: who records a delivery cannot send it again later. */
const TOLERANCE = 300;

/**
 * Whether Paddle has signed a body: `Paddle-Signature: ts=…;h1=…`, HMAC-SHA256 of `ts:body`. While a secret is being
 * changed there are several h1; any of them is enough.
 * @param body exactly the bytes that came
 */
export function isSigned(header: string | undefined, body: Buffer, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(';').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 'ts')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE) return false;
  const right = createHmac('sha256', secret).update(`${time}:`).update(body).digest();
  return parts
    .filter(([name, value]) => name === 'h1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => timingSafeEqual(Buffer.from(value ?? '', 'hex'), right))
    .includes(true);
}
