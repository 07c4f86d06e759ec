import { harmlessSetCookie, withoutPass } from './cookie.ts';

/** RFC 9110, 7.6.1: headers for this connection only, in addition to those that `Connection` names. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Node has answered `Expect` before the gateway sees it. */
const NOT_FOR_LABS = ['expect', 'http2-settings'];

/**
 * Headers that a lab may not send, because they affect more than its own host: HSTS and Alt-Svc the name and its port,
 * Clear-Site-Data the cookies of all labs.
 */
const NOT_FOR_BROWSERS = ['strict-transport-security', 'alt-svc', 'clear-site-data', 'public-key-pins'];

/** Name, value, name, value. Keeps order and repetition, which can matter to a lab. */
export type RawHeaders = string[];

/** Headers with which the servers of the platform talk to each other. */
const isOfPlatform = (name: string) => name.startsWith('x-hexpedition-');

/** Returns the headers of a request for the lab. */
export function requestHeaders(raw: RawHeaders): RawHeaders {
  return filtered(raw, [...HOP_BY_HOP, ...NOT_FOR_LABS], (name, value) => {
    if (isOfPlatform(name)) return undefined;
    return name === 'cookie' ? withoutPass(value) : value;
  });
}

/** Returns the headers of a lab's response for the browser. */
export function responseHeaders(raw: RawHeaders): RawHeaders {
  const headers = filtered(raw, [...HOP_BY_HOP, ...NOT_FOR_BROWSERS], (name, value) =>
    name === 'set-cookie' ? harmlessSetCookie(value) : value,
  );
  const has = (name: string) => headers.some((header, i) => i % 2 === 0 && header.toLowerCase() === name);
  headers.push('X-Robots-Tag', 'noindex, nofollow');
  if (!has('referrer-policy')) headers.push('Referrer-Policy', 'same-origin');
  return headers;
}

/**
 * Removes the length of messages without a body, after which the receiver would wait for bytes or take the next ones
 * for a body.
 */
export function withoutLength(raw: RawHeaders): RawHeaders {
  return [...each(raw)].filter(([name]) => name.toLowerCase() !== 'content-length').flat();
}

function filtered(
  raw: RawHeaders,
  drop: string[],
  change: (name: string, value: string) => string | undefined,
): RawHeaders {
  const dropped = new Set(drop);
  for (const [name, value] of each(raw)) {
    if (name.toLowerCase() === 'connection') for (const one of value.split(',')) dropped.add(one.trim().toLowerCase());
  }
  // Otherwise a client could remove these with "Connection: cookie"
  dropped.delete('cookie');
  dropped.delete('host');
  dropped.delete('content-length');
  const kept: RawHeaders = [];
  for (const [name, value] of each(raw)) {
    if (dropped.has(name.toLowerCase())) continue;
    const changed = change(name.toLowerCase(), value);
    if (changed !== undefined) kept.push(name, changed);
  }
  return kept;
}

function* each(raw: RawHeaders): Generator<[string, string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i] ?? '', raw[i + 1] ?? ''];
}
