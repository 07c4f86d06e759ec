import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const nodeHeader = 'x-hexpedition-node';

/** Longer than the clocks of nodes may differ. */
const lifetimeMs = 60_000;

type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Returns the header value that proves to another node that this platform has forwarded a request, and for which client:
 * `expiry.address.signature`. It is valid for this method, URL and host.
 */
export function signForwarding(request: SignedRequest, clientAddress: string, key: Buffer, now = Date.now()): string {
  const body = `${now + lifetimeMs}.${Buffer.from(clientAddress).toString('base64url')}`;
  return `${body}.${signatureOf(request, body, key)}`;
}

/** Returns the client's address if another node has forwarded the request; undefined without a valid proof. */
export function verifyForwarding(request: SignedRequest, key: Buffer, now = Date.now()): string | undefined {
  const match = /^((\d{1,15})\.([\w-]{0,100}))\.([\w-]{43})$/.exec(String(request.headers[nodeHeader] ?? ''));
  if (!match) return undefined;
  const [, body = '', expiry = '', address = '', signature = ''] = match;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(request, body, key)))) return undefined;
  if (Number(expiry) <= now) return undefined;
  return Buffer.from(address, 'base64url').toString();
}

const signatureOf = ({ method, url, headers }: SignedRequest, body: string, key: Buffer): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['forward', method, url, headers.host, body]))
    .digest('base64url');
