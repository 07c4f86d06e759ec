import { createHash, createHmac, randomBytes, sign } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Claims } from './gate.ts';
import { brass, type Key, stamp, tin } from './keys.ts';

export interface Bearer {
  sub: string;
  name: string;
  role: string;
  serial: string;
  remark: string;
}

const serial = () => `DD-${randomBytes(5).toString('hex').toUpperCase()}`;

/** All people with a badge. */
export const bearers: Bearer[] = [
  {
    sub: 'e.vane',
    name: 'Edda Vane',
    role: 'harbour-master',
    serial: serial(),
    remark: 'Wears it inside her coat. She never has to show it.',
  },
  {
    sub: 'h.brandt',
    name: 'Hedvig Brandt',
    role: 'foreman',
    serial: serial(),
    remark: 'Second badge. The first is part of the hull of the Marigold.',
  },
  {
    sub: 'o.lund',
    name: 'Osric Lund',
    role: 'foreman',
    serial: serial(),
    remark: 'Objects to the word "foreman". Has been told that brass is engraved.',
  },
  {
    sub: 'b.kessler',
    name: 'B. Kessler',
    role: 'apprentice',
    serial: serial(),
    remark: 'Asked whether it comes in black.',
  },
  {
    sub: 'n.aronsen',
    name: 'Nils Aronsen',
    role: 'apprentice',
    serial: serial(),
    remark: 'Two weeks. Still polishes it.',
  },
];

const bearer = (sub: string): Bearer => bearers.find((one) => one.sub === sub) as Bearer;
export const nils = bearer('n.aronsen');
export const master = bearer('e.vane');

const piece = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const headed = ({ alg, kid }: Key, claims: Claims) => `${piece({ alg, typ: 'JWT', kid })}.${piece(claims)}`;
const until = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;

/** Returns a badge of brass: RS256. */
export function strikeBadge({ sub, name, role, serial }: Bearer): string {
  const message = headed(brass, { sub, name, role, serial, exp: until(12) });
  return `${message}.${sign('RSA-SHA256', Buffer.from(message), stamp).toString('base64url')}`;
}

/** Returns a pass of tin for a visitor: HS256. */
export function printPass(name: string): string {
  const message = headed(tin, { sub: 'day-pass', name, role: 'guest', exp: until(4) });
  return `${message}.${createHmac('sha256', tin.text).update(message).digest('base64url')}`;
}

/**
 * Badges of people who are not at the gate today are in lockers. The path of a locker is derived from the flag of the
 * room that the badge opens, so that only the tests of a repair can find it.
 */
export function lockerAt(pathname: string): Bearer | undefined {
  const path = (room: string) =>
    `/lockers/${createHash('sha256')
      .update(`locker ${readFlag(room)}`)
      .digest('hex')}`;
  if (pathname === path('foremen')) return bearer('h.brandt');
  if (pathname === path('strongroom')) return master;
  return undefined;
}
