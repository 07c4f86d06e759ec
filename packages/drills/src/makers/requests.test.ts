import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { requestDrills } from './requests.ts';

const seeds = Array.from({ length: 60 }, (_, i) => `signpost ${i}`);
const roundsOf = (name: keyof typeof requestDrills) =>
  seeds.map((seed) => {
    const { given, answer } = requestDrills[name].make(createRandom(Buffer.from(seed)));
    return { answer, given, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  });

/** Parses a host as the URL standard does. IPv4 in IPv6 stays unchanged. */
function dotted(url: string): string {
  const { hostname } = new URL(url);
  const [, high = '', low = ''] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (!high) return hostname;
  return [...Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex')].join('.');
}
const number = (address: string): number => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);

it('gives exactly one link to the inside, in any notation', () => {
  for (const { answer, text } of roundsOf('ssrf-address')) {
    const ranges = text('Inside')
      .split('\n')
      .map((line) => line.split(' to ').map(number) as [number, number]);
    const found = text('Six')
      .split('\n')
      .map(dotted)
      .filter((address) => ranges.some(([from, to]) => number(address) >= from && number(address) <= to));
    expect(text('Six').split('\n')).toHaveLength(6);
    expect(found).toEqual([answer]);
  }
});

it('makes a service slower than a closed port in each try, and faster than the timeout', () => {
  for (const { answer, text } of roundsOf('ssrf-clock')) {
    const times = (line: string) => line.trim().split(/\s+/).slice(1).map(Number);
    const most = Math.max(...times(text('A closed port')));
    const open = text('Five')
      .split('\n')
      .filter((line) => Math.min(...times(line)) > most + 5 && Math.max(...times(line)) < 1000);
    expect(open.map((line) => line.trim().split(/\s+/)[0])).toEqual([answer]);
    // The mean values would suggest another port.
    const mean = (line: string) => times(line).reduce((sum, time) => sum + time, 0) / 5;
    const others = text('Five')
      .split('\n')
      .filter((line) => !open.includes(line) && mean(line) < 1000);
    expect(Math.max(...others.map(mean))).toBeGreaterThan(mean(open[0] ?? ''));
  }
});

it('accepts only URLs with an allowed scheme, host, port and addresses', () => {
  for (const { answer, text } of roundsOf('fetch-rules')) {
    const names = new Map(
      text('Names')
        .split('\n')
        .map((line) => [line.split(/\s+/)[0], line.trim().split(/\s+/).slice(1)]),
    );
    const letters = text('Requested')
      .split('\n')
      .flatMap((line) => {
        const url = new URL(line.slice(3));
        const addresses = names.get(url.hostname) ?? [];
        const isFine =
          ['http:', 'https:'].includes(url.protocol) &&
          !line.includes('@') &&
          ['', '80', '443'].includes(url.port) &&
          addresses.length > 0 &&
          addresses.every((address) => address.startsWith('203.0.113.') || address.startsWith('2001:db8:1::'));
        return isFine ? [line.slice(0, 1).toLowerCase()] : [];
      });
    expect(answer).toBe(letters.join(' '));
  }
});
