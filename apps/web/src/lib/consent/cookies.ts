import type { ConsentService } from '@hexpedition/contract';
import { consentCookieDays } from '@hexpedition/contract/privacy-vocabulary';
import type { Consents } from './consent-state.ts';

/** Stores the decision in the consent cookie. */
export function writeStoredConsent(name: string, consents: Consents): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = consentCookieDays * 86_400;
  write(`${name}=${encodeURIComponent(JSON.stringify(consents))}; path=/; max-age=${age}; SameSite=Lax${secure}`);
}

type CookieRule = NonNullable<ConsentService['cookies']>[number];

/** Deletes the cookies of a service. Scripts cannot see cookies of other paths, domains or hosts. */
export function deleteCookies(rules: readonly CookieRule[]): void {
  const names = document.cookie.split('; ').map((entry) => entry.split('=', 1)[0] ?? '');
  for (const rule of rules) {
    const [pattern, path = '/', domain] = typeof rule === 'string' ? [rule] : rule;
    for (const name of names.filter((one) => matchesCookie(pattern, one))) expire(name, path, domain);
  }
}

/** Returns whether the name equals the pattern, or starts with it if the pattern begins with `^`. */
export const matchesCookie = (pattern: string, name: string): boolean =>
  pattern.startsWith('^') ? name.startsWith(pattern.slice(1)) : name === pattern;

/** Deletes a cookie. Its path and domain must match but cannot be read, so this tries each candidate. */
function expire(name: string, path: string, domain: string | undefined): void {
  const gone = `${name}=; max-age=0`;
  write(gone);
  write(`${gone}; path=${path}`);
  for (const one of domain === undefined ? parentDomains(location.hostname) : [domain]) {
    write(`${gone}; path=${path}; domain=${one}`);
  }
}

/** Returns `.a.b.org`, `.b.org` for `a.b.org`. Trackers set cookies on the widest domain that the browser allows. */
function parentDomains(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, from) => `.${labels.slice(from).join('.')}`);
}

function write(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = cookie;
}
