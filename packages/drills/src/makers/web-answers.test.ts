import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 30 }, (_, i) => `office ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

itForEachSeed(seeds)('gives the boats that exist another length of response than a missing boat', (seed) => {
  const { answer, of } = round('http-refusals', seed);
  const rows = of('Name')
    .split('\n')
    .map((row) => row.split(/\s+/) as [string, string, string]);
  const rest = ([name, , size]: [string, string, string]): number => Number(size) - name.length;
  const known = rows.find(([name]) => name === 'no-such-boat');
  if (!known) throw new Error('The known name is missing.');
  const other = rows.filter((row) => rest(row) !== rest(known));
  expect(new Set(other.map(rest)).size).toBe(1);
  expect(answer).toBe(
    other
      .map(([name]) => name)
      .sort()
      .join(' '),
  );
});

/** RFC 6265, section 5, as far as the drill needs it. There are 40 minutes between the two requests. */
function isSent(line: string, host: string, path: string, isSecure: boolean): boolean {
  const value = (name: string): string | undefined => new RegExp(`; ${name}=([^;]*)`).exec(line)?.[1];
  const matches = (one: string, domain: string): boolean => one === domain || one.endsWith(`.${domain}`);
  const domain = value('Domain');
  if (domain && !matches('www.harbour.example', domain)) return false;
  if (domain ? !matches(host, domain) : host !== 'www.harbour.example') return false;
  const below = value('Path') ?? '/';
  if (!(path === below || (path.startsWith(below) && (below.endsWith('/') || path[below.length] === '/'))))
    return false;
  if (line.includes('; Secure') && !isSecure) return false;
  if (value('SameSite') === 'Strict') return false;
  return Number(value('Max-Age') ?? Number.POSITIVE_INFINITY) > 40 * 60;
}

itForEachSeed(seeds)('sends cookies as browsers do', (seed) => {
  const { answer, of } = round('cookie-sent', seed);
  const url = new URL(of('At 10:40'));
  const sent = of('From')
    .split('\n')
    .filter((line) => isSent(line, url.hostname, url.pathname, url.protocol === 'https:'));
  const names = sent.map((line) => /: ([^=]+)=/.exec(line)?.[1] ?? '').sort();
  expect(answer).toBe(names.join(' ') || 'none');
});

it('lets every attribute decide in some round, and sends a cookie in most rounds', () => {
  const answers = seeds.map((seed) => round('cookie-sent', seed).answer);
  expect(answers.filter((answer) => answer === 'none').length).toBeLessThan(seeds.length / 6);
});

itForEachSeed(seeds)('splits one chunked response into pieces', (seed) => {
  const { answer, of } = round('http-pieces', seed);
  const stream = of('Result')
    .split('\n')
    .map((piece) => JSON.parse(`"${piece.slice(2, -1)}"`) as string)
    .join('');
  let rest = stream.slice(stream.indexOf('\r\n\r\n') + 4);
  let body = '';
  for (;;) {
    const [size = ''] = rest.split('\r\n', 1);
    const length = Number.parseInt(size, 16);
    rest = rest.slice(size.length + 2);
    body += rest.slice(0, length);
    expect(rest.slice(length, length + 2)).toBe('\r\n');
    if (length === 0) break;
    rest = rest.slice(length + 2);
  }
  expect(body).toBe(answer);
});
