import { randomInt } from 'node:crypto';
import { usernamePattern } from '@hexpedition/contract';
import { isReservedName } from '../reserved-names.ts';

const longest = 24;
const numbered = 9;

/**
 * Usernames to try for what the provider calls somebody, the nicest first. Of an email address only the part before the
 * @ counts.
 */
export function* suggestUsernames(given: readonly unknown[]): Generator<string> {
  const name = given.map(fit).find((candidate) => candidate !== undefined) ?? 'learner';
  if (!isReservedName(name)) yield name;
  for (let number = 2; number <= numbered; number += 1) yield withNumber(name, number);
  // Many have this name: finding the next free number one by one would take too long.
  for (const digits of [1e4, 1e6, 1e9, 1e9]) yield withNumber(name, randomInt(digits, digits * 10));
}

function fit(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const name = (given.slice(0, 200).split('@', 1)[0] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .replace(/^[^a-zA-Z0-9]+/, '');
  const cut = withoutTail(name.slice(0, longest));
  return usernamePattern.test(cut) ? cut : undefined;
}

const withNumber = (name: string, number: number) => {
  const tail = `-${number}`;
  return withoutTail(name.slice(0, longest - tail.length)) + tail;
};

const withoutTail = (name: string) => name.replace(/[-_]{1,30}$/, '');
