import type { ConsentService } from '@hexpedition/contract';
import { consentDays } from '@hexpedition/contract/privacy-vocabulary';
import type { Consents } from './machine.ts';

/** Keeps what was decided on this device. */
export function writeStored(name: string, consents: Consents): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = consentDays * 86_400;
  write(`${name}=${encodeURIComponent(JSON.stringify(consents))}; path=/; max-age=${age}; SameSite=Lax${secure}`);
}

type CookieRule = NonNullable<ConsentService['cookies']>[number];

/** Deletes every cookie in sight that belongs to a service: nobody can read cookies of other paths, domains or hosts. */
export function deleteCookies(rules: readonly CookieRule[]): void {
  const names = document.cookie.split('; ').map((entry) => entry.split('=', 1)[0] ?? '');
  for (const rule of rules) {
    const [pattern, path = '/', domain] = typeof rule === 'string' ? [rule] : rule;
    for (const name of names.filter((one) => matchesCookie(pattern, one))) expire(name, path, domain);
  }
}

/** Whether a cookie's name is the pattern, or begins with what follows its `^`. */
export const matchesCookie = (pattern: string, name: string): boolean =>
  pattern.startsWith('^') ? name.startsWith(pattern.slice(1)) : name === pattern;

/** A cookie goes only with the path and the domain that it came with, and those cannot be read: each is tried. */
function expire(name: string, path: string, domain: string | undefined): void {
  const gone = `${name}=; max-age=0`;
  write(gone);
  write(`${gone}; path=${path}`);
  for (const one of domain === undefined ? parentDomains(location.hostname) : [domain]) {
    write(`${gone}; path=${path}; domain=${one}`);
  }
}

/** `a.b.org` → `.a.b.org`, `.b.org`: a tracker takes the widest that the browser lets it have. */
function parentDomains(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, from) => `.${labels.slice(from).join('.')}`);
}

function write(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = cookie;
}
