import { turn } from './drum.ts';

/** A code with which its player can set a new password. */
interface Slip {
  /** The printed code: letters and digits, forty at most. */
  code: string;
  /** Tries that are left. */
  tries: number;
}

/** Sign-in name → valid slip. */
const slips = new Map<string, Slip>();

/** The drum shows 48 bits, and a slip has room for 32 of them. */
const draw = () => (turn() >> 16n).toString(16).padStart(8, '0');

/** Draws a slip for a player, which replaces an earlier one. */
export function issue(name: string): string {
  const code = draw();
  slips.set(name, { code, tries: 5 });
  return code;
}

/**
 * Returns whether this is the code on the player's slip. A slip is valid for one new password, or for five wrong tries.
 */
export function redeem(name: string, code: string): boolean {
  const slip = slips.get(name);
  if (!slip) return false;
  slip.tries -= 1;
  const fits = slip.code === code;
  if (fits || slip.tries === 0) slips.delete(name);
  return fits;
}
