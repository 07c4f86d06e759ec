import { createHmac } from 'node:crypto';
import type { Target } from '@hexpedition/lab-runtime';

const piece = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns header, claims and an HMAC over both. Ignores the algorithm in the header. */
export function forge(header: object, claims: object, secret: string | Buffer, hash = 'sha256'): string {
  const message = `${piece(header)}.${piece(claims)}`;
  return `${message}.${createHmac(hash, secret).update(message).digest('base64url')}`;
}

/** Returns the header and the claims of a badge. */
export function parts(badge: string): [header: Record<string, unknown>, claims: Record<string, unknown>] {
  const [head = '', body = ''] = badge.split('.');
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  return [read(head), read(body)];
}

/** Returns the badge that a visitor to this path is given. */
export async function badgeFrom(target: Target, path: string): Promise<string> {
  return /badge=([^;]*)/.exec((await target.fetch(path)).headers.get('set-cookie') ?? '')?.[1] ?? '';
}

/** Returns the response of a room to this badge. */
export async function enter(target: Target, path: string, badge: string): Promise<{ status: number; text: string }> {
  const response = await target.fetch(path, { headers: { cookie: `badge=${badge}` } });
  return { status: response.status, text: await response.text() };
}

/** Returns a day pass for this name. */
export async function dayPass(target: Target, name: string): Promise<string> {
  const response = await target.fetch('/day-pass', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ name })),
  });
  return /ey[\w-]*\.[\w-]+\.[\w-]+/.exec(await response.text())?.[0] ?? '';
}
