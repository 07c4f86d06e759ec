import { randomBytes, randomInt } from 'node:crypto';
import { nameOf } from './facts.ts';
import type { Host } from './frames.ts';

export interface Machine extends Host {
  /** The host name in its request for an address. */
  name: string;
}

/** Returns a random hardware address. */
const anyMac = () => Buffer.from([0x00, 0x1c, randomInt(0x40, 0x48), ...randomBytes(3)]);

export const machine = (owner: string, number: number, name = nameOf(owner, randomBytes(6))): Machine => ({
  ip: `192.168.20.${number}`,
  mac: anyMac(),
  ttl: 64,
  name,
});

/** Leases addresses, and resolves names outside. */
export const router = machine('ROUTER', 1);
/** Server of the band's scores. */
export const archive = machine('SCORES', 9);
export const bandRoom = machine('BANDROOM', 22);
/** Machines with fixed places. Klara Vogt has the first. */
export const desks = [machine('CONDUCTOR', 14), machine('COUNTER', 15), machine('KITCHEN', 21)];

export const outside = (ip: string): Host => ({ ip, mac: router.mac, ttl: randomInt(44, 58) });

export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
/** Returns a random time between two, in milliseconds. */
export const between = (from: number, to: number) => from + randomInt(Math.round((to - from) * 1000)) / 1000;
