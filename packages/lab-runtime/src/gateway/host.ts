import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LABEL = /^[a-z2-7]{26}$/;

/** 128 random bits as 26 letters and digits that a host name may hold. */
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
 * Whose host a request is for.
 * - undefined: the platform's, not a lab's.
 * - `label: null`: under the labs' name, but no instance can be called that.
 */
export type Door = { label: string | null } | undefined;

/** @param labsHost the host name of the labs' URL, without a port. */
export function doorOf(request: IncomingMessage, labsHost: string): Door {
  const host = request.headers.host;
  if (host === undefined) return undefined;
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  if (name === labsHost) return { label: null };
  if (!name.endsWith(`.${labsHost}`)) return undefined;
  const label = name.slice(0, -labsHost.length - 1);
  return { label: LABEL.test(label) && isPlain(request) ? label : null };
}

/** True with one Host and a path for an address: a request that names two places to go to is refused. */
function isPlain(request: IncomingMessage): boolean {
  const names = request.rawHeaders.filter((_, i) => i % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return hosts === 1 && request.url?.startsWith('/') === true;
}
