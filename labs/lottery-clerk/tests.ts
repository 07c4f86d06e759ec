import { createHash, randomBytes } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';
import { windowOf } from './window.ts';

function ok(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

const fresh = () => randomBytes(12).toString('hex');

/** Signs in with the clerk's own password, which has not been changed. */
async function clerk(target: Target, flags: Record<string, string>) {
  const password = createHash('sha256').update(`clerk ${flags.envelope}`).digest('hex');
  const cookie = await windowOf(target).signIn('quist', password);
  if (cookie === undefined) throw new Error('The clerk cannot sign in with his own password.');
  return cookie;
}

/** Draws a slip for Odile, and returns its code. */
async function slipOf(target: Target): Promise<string> {
  const lottery = windowOf(target);
  ok((await lottery.drawSlip('odile')) === 303, 'No slip was drawn for Odile.');
  const slip = (await lottery.slips()).at(-1) ?? '';
  ok(slip.length > 0, 'There is no slip in the pigeonhole.');
  return slip;
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'lets the clerk sign in and read the word': async (target, flags) => {
    const lottery = windowOf(target);
    const drawer = await lottery.read('/drawer', await clerk(target, flags));
    ok(drawer.includes(flags.envelope ?? ''), 'The clerk does not find the word in the drawer.');
    ok(!(await lottery.read('/drawer')).includes(flags.envelope ?? ''), 'Other players find the word in the drawer.');
  },
};

const tests: RepairTests = {
  'accepts a slip for a new password': async (target) => {
    const lottery = windowOf(target);
    const password = fresh();
    ok(await lottery.choose('odile', await slipOf(target), password), 'The code on the slip was refused.');
    ok((await lottery.signIn('odile', password)) !== undefined, 'Odile cannot sign in with her new password.');
  },
  'prints codes that a player can type': async (target) => {
    const slip = await slipOf(target);
    ok(
      /^[a-z0-9]{8,40}$/.test(slip),
      `The code "${slip}" is hard to type. Use eight to forty small letters and digits.`,
    );
  },
  'draws different slips': async (target) => {
    const lottery = windowOf(target);
    for (let n = 0; n < 20; n++) await lottery.drawSlip('odile');
    const slips = await lottery.slips();
    ok(slips.length >= 20 && new Set(slips).size === slips.length, 'Two slips have the same code.');
    // Eight hexadecimal digits differ in about 29 bits
    const places = Array.from({ length: 40 }, (_, at) => new Set(slips.map((slip) => slip[at])).size);
    const bits = places.reduce((sum, signs) => sum + Math.log2(signs), 0);
    ok(bits > 20, 'The slips differ in so few letters and digits that a player can guess one.');
  },
  'accepts a slip once': async (target) => {
    const lottery = windowOf(target);
    const slip = await slipOf(target);
    await lottery.choose('odile', slip, fresh());
    ok(!(await lottery.choose('odile', slip, fresh())), 'A slip was accepted twice.');
  },
  'replaces an earlier slip by a new one': async (target) => {
    const lottery = windowOf(target);
    const old = await slipOf(target);
    const slip = await slipOf(target);
    ok(!(await lottery.choose('odile', old, fresh())), 'A slip was accepted after a newer one was drawn.');
    ok(await lottery.choose('odile', slip, fresh()), 'After one wrong code, the right one was refused.');
  },
  'allows four wrong tries, and not five': async (target) => {
    const lottery = windowOf(target);
    const afterMistakes = async (mistakes: number) => {
      const slip = await slipOf(target);
      for (let n = 0; n < mistakes; n++) await lottery.choose('odile', 'herring', fresh());
      return lottery.choose('odile', slip, fresh());
    };
    ok(await afterMistakes(4), 'After four wrong codes, the right one was refused.');
    ok(!(await afterMistakes(5)), 'After five wrong codes, the slip was still valid.');
  },
  "a slip opens nobody else's account": async (target) => {
    const lottery = windowOf(target);
    const slip = await slipOf(target);
    ok(!(await lottery.choose('quist', slip, fresh())), "Odile's slip was accepted for the clerk, who has no slip.");
    await lottery.drawSlip('quist');
    ok(
      !(await lottery.choose('quist', slip, fresh())),
      "Odile's slip was accepted for the clerk, who has another slip.",
    );
  },
  'shows the clerk a slip of his own in his pigeonhole': async (target, flags) => {
    const lottery = windowOf(target);
    const cookie = await clerk(target, flags);
    await lottery.drawSlip('quist');
    const slip = (await lottery.slips(cookie)).at(-1) ?? '';
    const password = createHash('sha256').update(`clerk ${flags.envelope}`).digest('hex');
    ok(await lottery.choose('quist', slip, password), "The clerk's slip was refused.");
    ok((await lottery.signIn('quist', password)) !== undefined, 'The clerk cannot sign in after that.');
  },
};
export default tests;
