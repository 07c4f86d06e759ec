import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';

export interface Player {
  /** Sign-in name. */
  name: string;
  fullName: string;
  isClerk: boolean;
  /** Codes in the pigeonhole, oldest first. */
  pigeonhole: string[];
}

const HOLE_HOLDS = 24;

export const odile: Player = { name: 'odile', fullName: 'Odile Brandt', isClerk: false, pigeonhole: [] };
const quist: Player = { name: 'quist', fullName: 'Anselm Quist', isClerk: true, pigeonhole: [] };
const players = [odile, quist];

export const playerCalled = (name: string) => players.find((player) => player.name === name.trim().toLowerCase());

export function putIntoPigeonhole(player: Player, code: string): void {
  player.pigeonhole.push(code);
  if (player.pigeonhole.length > HOLE_HOLDS) player.pigeonhole.shift();
}

const salt = randomBytes(16);
const hash = (password: string) => scryptSync(password, salt, 32, { N: 1024 });
const hashes = new Map<Player, Buffer>([[odile, hash(randomBytes(16).toString('hex'))]]);

/** The clerk's first password is derived from the flag, so that only the tests of a repair can sign in as the clerk. */
const clerksOwn = () =>
  createHash('sha256')
    .update(`clerk ${readFlag('envelope')}`)
    .digest('hex');

export function choosePassword(player: Player, password: string): void {
  hashes.set(player, hash(password));
}

export function isPassword(player: Player, password: string): boolean {
  return timingSafeEqual(hashes.get(player) ?? hash(clerksOwn()), hash(password));
}

/** Session → player. A visitor without a session is Odile, on her own machine. */
const sessions = new Map<string, Player>();
const SESSIONS = 200;

export function startSession(player: Player): string {
  const session = randomBytes(16).toString('hex');
  sessions.set(session, player);
  const oldest = sessions.keys().next().value;
  if (sessions.size > SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return session;
}

export const playerOf = (session: string | undefined): Player => sessions.get(session ?? '') ?? odile;
