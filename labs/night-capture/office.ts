import { randomBytes, randomInt } from 'node:crypto';
import { nameOf } from './facts.ts';
import type { Host } from './frames.ts';

export interface Machine extends Host {
  /** What it calls itself when it asks for an address. */
  name: string;
}

/** A hardware address that somebody could have been delivered. */
const anyMac = () => Buffer.from([0x00, 0x1c, randomInt(0x40, 0x48), ...randomBytes(3)]);

export const machine = (owner: string, number: number, name = nameOf(owner, randomBytes(6))): Machine => ({
  ip: `192.168.20.${number}`,
  mac: anyMac(),
  ttl: 64,
  name,
});

/** Gives addresses, and asks the world for names. */
export const router = machine('ROUTER', 1);
/** Where the band keeps its scores. */
export const archive = machine('SCORES', 9);
export const bandRoom = machine('BANDROOM', 22);
/** Who sits at fixed places. Klara Vogt has the first. */
export const desks = [machine('CONDUCTOR', 14), machine('COUNTER', 15), machine('KITCHEN', 21)];

export const outside = (ip: string): Host => ({ ip, mac: router.mac, ttl: randomInt(44, 58) });

export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
/** Any moment between two, in milliseconds. */
export const between = (from: number, to: number) => from + randomInt(Math.round((to - from) * 1000)) / 1000;
