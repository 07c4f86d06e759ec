import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LABEL = /^[a-z2-7]{26}$/;

/** Returns 128 random bits as 26 letters and digits that a host name may contain. */
export function newLabel(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let label = '';
  for (let i = 0; i < 26; i++) {
    label += ALPHABET[Number(bits & 31n)];
    bits >>= 5n;
  }
  return label;
}

/**
 * The host that a request is for.
 * - undefined: the platform's, not a lab's.
 * - `label: null`: a host of labs, but no instance can have that name.
 */
export type LabHost = { label: string | null } | undefined;

/** @param labsHost host name of the labs' URL, without the port */
export function labHostOf(request: IncomingMessage, labsHost: string): LabHost {
  const host = request.headers.host;
  if (host === undefined) return undefined;
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  if (name === labsHost) return { label: null };
  if (!name.endsWith(`.${labsHost}`)) return undefined;
  const label = name.slice(0, -labsHost.length - 1);
  return { label: LABEL.test(label) && isPlain(request) ? label : null };
}

/**
 * Returns whether the request has one Host header and a path as its address. A request that names two hosts is
 * rejected.
 */
function isPlain(request: IncomingMessage): boolean {
  const names = request.rawHeaders.filter((_, i) => i % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return hosts === 1 && request.url?.startsWith('/') === true;
}
