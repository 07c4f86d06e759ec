import { randomInt } from 'node:crypto';
import { usernamePattern } from '@hexpedition/contract';
import { isReservedName } from './reserved-names.ts';

const maxLength = 24;
const maxSuffix = 9;

/**
 * Yields usernames to try for a person's claims, the best first. Uses only the part of an email address before the @.
 */
export function* suggestUsernames(given: readonly unknown[]): Generator<string> {
  const name = given.map(toUsername).find((candidate) => candidate !== undefined) ?? 'learner';
  if (!isReservedName(name)) yield name;
  for (let number = 2; number <= maxSuffix; number += 1) yield withNumber(name, number);
  // The name is popular: trying every next number would take too long.
  for (const digits of [1e4, 1e6, 1e9, 1e9]) yield withNumber(name, randomInt(digits, digits * 10));
}

/** Returns the username that is most like a name or address; undefined if none of its characters can be used. */
export function toUsername(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const name = (given.slice(0, 200).split('@', 1)[0] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .replace(/^[^a-zA-Z0-9]+/, '');
  const cut = withoutTail(name.slice(0, maxLength));
  return usernamePattern.test(cut) ? cut : undefined;
}

const withNumber = (name: string, number: number) => {
  const tail = `-${number}`;
  return withoutTail(name.slice(0, maxLength - tail.length)) + tail;
};

const withoutTail = (name: string) => name.replace(/[-_]{1,30}$/, '');
