import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { forwardedClient } from './forwarded-client.ts';

/**
 * Returns the network that rate limits count an address under: the IPv4 address itself, or the /64 network of an IPv6
 * address, because a client with one address of a /64 has all 2^64.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Returns the client's address. The proxy appends it to the addresses that the client may have forged. For a request that
 * another node has forwarded, returns the address that it has reported.
 */
export function clientAddressOf(request: IncomingMessage, trustProxy: boolean): string {
  const client = forwardedClient(request);
  if (client !== undefined) return client;
  const forwarded = trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return forwarded || (request.socket.remoteAddress ?? '');
}
