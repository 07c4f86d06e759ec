import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { tokenDrills } from './tokens.ts';

const roundsOf = (name: keyof typeof tokenDrills, count = 60) =>
  Array.from({ length: count }, (_, i) => {
    const { given, answer } = tokenDrills[name].make(createRandom(Buffer.from(`badge ${i}`)));
    return { answer, given, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  });

/** HMAC as RFC 2104 defines it, built from the hash function alone. */
function hmac(key: string, text: string): Buffer {
  const block = Buffer.alloc(64);
  Buffer.from(key).copy(block);
  const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const pad = (byte: number) => Buffer.from(block.map((one) => one ^ byte));
  return sha(pad(0x5c), sha(pad(0x36), Buffer.from(text)));
}
/** Base64url, derived from standard Base64. */
const url64 = (bytes: Uint8Array) =>
  Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

it('computes the known seal of the token in the lesson', () => {
  const token =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJtYXJhIiwicm9sZSI6ImRlY2toYW5kIiwiZXhwIjoxNzk1MzAwMDAwfQ';
  expect(url64(hmac('a key nobody should use', token))).toBe('txUlvpWgpTy-n45ykzE1zdPXtt6cU3vCJYoVgF1xAao');
});

it('seals the two parts with the dot between them', () => {
  for (const { answer, text } of roundsOf('jwt-seal')) {
    const pieces = [text('Header'), text('Claims')].map((piece) => url64(Buffer.from(piece)));
    expect(url64(hmac(text('Key'), pieces.join('.')))).toBe(answer);
    expect(JSON.parse(text('Claims'))).toHaveProperty('exp');
  }
});

it('signs a token with a key of the list, and signs the forged token with it', () => {
  for (const { answer, text } of roundsOf('jwt-forge', 2)) {
    const [head = '', body = '', tag = ''] = text('A token').split('.');
    const keys = text('Its key')
      .split(' ')
      .flatMap((word) => Array.from({ length: 10_000 }, (_, n) => `${word}${n}`));
    const wanted = Buffer.from(tag, 'base64url');
    const key = keys.find((one) => hmac(one, `${head}.${body}`).equals(wanted)) ?? '';
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const forged = url64(Buffer.from(JSON.stringify({ ...claims, role: 'harbourmaster' })));
    expect(url64(hmac(key, `${head}.${forged}`))).toBe(answer);
    expect(tokenDrills['jwt-forge'].normalize(`${head}.${forged}.${answer}`)).toBe(answer);
  }
});

it('makes the office reject those lines under the rule', () => {
  for (const { answer, text } of roundsOf('refresh-reuse')) {
    const first = new Map<string, { at: number; address: string }>();
    const family = new Map<string, string>();
    const dead = new Set<string>();
    const refused = text('Line')
      .split('\n')
      .flatMap((line) => {
        const [number = '', time = '', , address = '', used = '', gave = ''] = line.trim().split(/\s+/);
        const at = Date.parse(`2026-01-01T${time}Z`) / 1000;
        const mine = family.get(used) ?? used;
        family.set(used, mine).set(gave, mine);
        const before = first.get(used);
        if (!before) first.set(used, { at, address });
        else if (before.address !== address || at - before.at > 10) dead.add(mine);
        return dead.has(mine) ? [number] : [];
      });
    expect(dead.size).toBe(1);
    expect(refused.length).toBeGreaterThan(1);
    expect(answer).toBe(refused.join(' '));
  }
});

it('gives the addresses that pass the check and lead a browser out of the harbour', () => {
  const seen = new Set<string>();
  for (const { answer, text } of roundsOf('oauth-returns')) {
    const [, method = '', wanted = ''] = /^(.*?)"(.*)"/.exec(text('The check')) ?? [];
    seen.add(text('The check'));
    const letters = text('Values')
      .split('\n')
      .flatMap((line) => {
        const uri = line.slice(3);
        const { hostname, pathname } = new URL(uri);
        const subject = method.includes('hostname') ? hostname : uri;
        const passes =
          (method.includes('startswith') && subject.indexOf(wanted) === 0) ||
          (method.includes('endswith') && subject.slice(-wanted.length) === wanted) ||
          (method.includes('==') && subject === wanted) ||
          (method === '' && subject.split(wanted).length > 1);
        const leaves = pathname === '/go' || !`.${hostname}`.endsWith('.harbour.example');
        return passes && leaves ? [line.slice(0, 1).toLowerCase()] : [];
      });
    expect(answer).toBe(letters.join(' '));
  }
  expect(seen.size).toBe(5);
});
