import { turn } from './drum.ts';

/** Opens the way to a new password, for the player whose it is. */
interface Slip {
  /** As it is printed: letters and digits, forty at most. */
  code: string;
  /** How often it may still be tried. */
  tries: number;
}

/** Sign-in name → the slip that counts. */
const slips = new Map<string, Slip>();

/** The drum shows 48 bits, and a slip has room for 32 of them. */
const draw = () => (turn() >> 16n).toString(16).padStart(8, '0');

/** Draws a slip for a player. One that was drawn before is void. */
export function issue(name: string): string {
  const code = draw();
  slips.set(name, { code, tries: 5 });
  return code;
}

/** Whether this is the code on the player's slip. A slip is good for one new password, or for five mistakes. */
export function redeem(name: string, code: string): boolean {
  const slip = slips.get(name);
  if (!slip) return false;
  slip.tries -= 1;
  const fits = slip.code === code;
  if (fits || slip.tries === 0) slips.delete(name);
  return fits;
}
