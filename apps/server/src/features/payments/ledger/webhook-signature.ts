import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference in seconds between the time of a signature and our clock. Prevents replayed deliveries. */
const TOLERANCE = 300;

/**
 * Verifies Paddle's signature of a body: `Paddle-Signature: ts=…;h1=…`, HMAC-SHA256 of `ts:body`. During a rotation of
 * the secret the header has several `h1`; one valid signature is enough.
 * @param body the exact bytes of the request
 */
export function isSigned(header: string | undefined, body: Buffer, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(';').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 'ts')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE) return false;
  const expected = createHmac('sha256', secret).update(`${time}:`).update(body).digest();
  return parts
    .filter(([name, value]) => name === 'h1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected))
    .includes(true);
}
