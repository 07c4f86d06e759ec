import { createHmac, timingSafeEqual } from 'node:crypto';

/** Contents of the gateway's cookie: this user may use this instance until `expiresAt`, while the session is open. */
export interface Pass {
  instance: number;
  user: number;
  /** The platform's session that opened the instance. */
  session: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Name and attributes of the cookie; see docs/decisions/0004-labs-cookie.md. */
export interface PassCookie {
  name: string;
  attributes: string;
}

const PREFIXED: PassCookie = { name: '__Host-lab', attributes: 'Path=/; HttpOnly; Secure; SameSite=Lax' };
const PLAIN: PassCookie = { name: 'hexpedition-lab', attributes: 'Path=/; HttpOnly; SameSite=Lax' };

/**
 * The prefix `__Host-` keeps other hosts from setting the cookie. It requires `Secure`, which browsers accept over TLS
 * and on *.localhost only.
 */
export function cookieFor(labs: URL): PassCookie {
  return labs.protocol === 'https:' || /(^|\.)localhost$/.test(labs.hostname) ? PREFIXED : PLAIN;
}

/** Returns the value of Set-Cookie with a pass for the host with this label. */
export function setPass(cookie: PassCookie, pass: Pass, label: string, key: Buffer, now: number): string {
  const seconds = Math.max(0, Math.floor((pass.expiresAt - now) / 1000));
  return `${cookie.name}=${sealPass(pass, label, key)}; Max-Age=${seconds}; ${cookie.attributes}`;
}

/** Returns `instance.user.session.expiry.signature`, which is valid for the host with this label only. */
export function sealPass(pass: Pass, label: string, key: Buffer): string {
  const body = `${pass.instance}.${pass.user}.${pass.session}.${pass.expiresAt}`;
  return `${body}.${sign(body, label, key)}`;
}

/** Returns the pass in a Cookie header if it is valid for this label and has not expired. */
export function readPass(
  cookie: PassCookie,
  header: string | undefined,
  label: string,
  key: Buffer,
  now: number,
): Pass | undefined {
  for (const [name, value] of pairs(header)) {
    if (name !== cookie.name) continue;
    const match = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(value);
    if (!match) continue;
    const [, instance = '', user = '', session = '', expiresAt = '', signature = ''] = match;
    const expected = sign(`${instance}.${user}.${session}.${expiresAt}`, label, key);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) continue;
    if (Number(expiresAt) <= now) continue;
    return { instance: Number(instance), user: Number(user), session: Number(session), expiresAt: Number(expiresAt) };
  }
  return undefined;
}

/** Returns a Cookie header without the gateway's cookie; undefined if nothing is left. */
export function withoutPass(header: string): string | undefined {
  const rest = header.split(';').filter((part) => !isOurs(part.split('=', 1)[0] ?? ''));
  const text = rest.join(';').trim();
  return text === '' ? undefined : text;
}

/** Returns a Set-Cookie header if a lab may send it: not for the gateway's cookie, and not for other hosts. */
export function harmlessSetCookie(header: string): string | undefined {
  const [first = '', ...attributes] = header.split(';');
  if (isOurs(first.split('=', 1)[0] ?? '')) return undefined;
  // Browsers treat a cookie without "=" as a nameless one with that value, and send only the value
  if (!first.includes('=') || first.trim().startsWith('=')) return undefined;
  return [first, ...attributes.filter((attribute) => !/^\s*domain\s*(=|$)/i.test(attribute))].join(';');
}

function isOurs(name: string): boolean {
  return [PREFIXED.name, PLAIN.name].some((own) => own.toLowerCase() === name.trim().toLowerCase());
}

function sign(body: string, label: string, key: Buffer): string {
  return createHmac('sha256', key).update(`lab-pass|${label}|${body}`).digest('base64url');
}

function* pairs(header = ''): Generator<[string, string]> {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) yield [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  }
}
