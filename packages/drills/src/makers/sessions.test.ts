import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { sessionDrills } from './sessions.ts';

const roundsOf = (name: keyof typeof sessionDrills, count = 80) =>
  Array.from({ length: count }, (_, i) => {
    const { given, answer } = sessionDrills[name].make(createRandom(Buffer.from(`cloakroom ${i}`)));
    return { answer, given, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  });

it('derives a ticket by a search from one’s own, and gives the next one', () => {
  const ticket = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20);
  for (const { answer, text } of roundsOf('session-ticket', 3)) {
    let number = 0;
    while (number < 50_000 && ticket(`${number}:${text('Your log-in')}`) !== text('Your ticket')) number++;
    expect(ticket(`${number + 1}:${text('Mara')}`)).toBe(answer);
  }
});

/** RFC 6265, sections 5.2 to 5.4, and the prefix of its successor, implemented as the standard describes. */
function sent(line: string, from: URL, to: URL): boolean {
  const [pair = '', ...rest] = line.split('; ');
  const attributes = new Map(rest.map((one) => one.split('=') as [string, string | undefined]));
  const [domain, path = '/'] = [attributes.get('Domain'), attributes.get('Path')];
  const isSecure = attributes.has('Secure');
  const domainMatches = (host: string, name: string) => host === name || host.endsWith(`.${name}`);
  if (domain && (!domain.includes('.') || !domainMatches(from.hostname, domain))) return false;
  if (isSecure && from.protocol !== 'https:') return false;
  if (Number(attributes.get('Max-Age') ?? 1) <= 0) return false;
  if (pair.startsWith('__Host-') && (!isSecure || domain || path !== '/')) return false;
  if (isSecure && to.protocol !== 'https:') return false;
  if (domain ? !domainMatches(to.hostname, domain) : to.hostname !== from.hostname) return false;
  const asked = to.pathname;
  return asked === path || (asked.startsWith(path) && (path.endsWith('/') || asked[path.length] === '/'));
}

it('sends cookies as the standard does', () => {
  for (const { answer, given, text } of roundsOf('cookie-scope')) {
    const [from, to] = [new URL(given[0]?.label.split(' ')[0] ?? ''), new URL(text('Then'))];
    const names = (given[0]?.text ?? '')
      .split('\n')
      .filter((line) => sent(line, from, to))
      .map((line) => line.split('=')[0]?.toLowerCase());
    expect(answer).toBe(names.sort().join(' '));
  }
});

it('moves a boat if the cookie is sent and the check passes', () => {
  const seen = new Set<string>();
  for (const { answer, text } of roundsOf('csrf-requests')) {
    const same = /SameSite=(\w+)/.exec(text('The cookie'))?.[1] ?? '';
    const check = text('Checks');
    seen.add(`${same} ${check}`);
    const letters = text('Each')
      .split('\n')
      .flatMap((line) => {
        const [, letter = '', verb, cause = '', origin = ''] = /^(\w) {2}(\w+) +(.+?) {2,}on (\S+)$/.exec(line) ?? [];
        const { hostname } = new URL(origin);
        const isSameSite = hostname.split('.').slice(-2).join('.') === 'harbour.example';
        const cookie = isSameSite || same === 'None' || (same === 'Lax' && cause.startsWith('a click'));
        const header = verb === 'POST' ? origin : undefined;
        const wanted = check.split(' ').at(-1) ?? '';
        const passes =
          check === 'none' ||
          (check === 'refuses GET' && verb !== 'GET') ||
          (header === undefined && check.startsWith('if')) ||
          (header !== undefined &&
            ((check.includes('begin') && header.indexOf(wanted) === 0) ||
              (check.includes('must end') && new RegExp(`${wanted}$`).test(header)) ||
              (check.includes('must be http') && header === wanted)));
        return cookie && passes ? [letter.toLowerCase()] : [];
      });
    expect(answer).toBe(letters.join(' '));
  }
  expect(seen.size).toBeGreaterThan(10);
});
