import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';
import { badgeFrom, dayPass, enter, forge, parts } from './badge.ts';

/** Returns the badge in the locker of a person who may enter this room. */
function fromLocker(target: Target, flags: Record<string, string>, room: string): Promise<string> {
  const path = createHash('sha256').update(`locker ${flags[room]}`).digest('hex');
  return badgeFrom(target, `/lockers/${path}`);
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'lets an apprentice in with their own badge': async (target) => {
    const badge = await badgeFrom(target, '/');
    const { status, text } = await enter(target, '/', badge);
    equal(status, 200, `The gate answers ${status} to Nils’ own badge.`);
    ok(text.includes('Good morning, Nils Aronsen'), 'The gate does not show the name on the badge.');
    equal((await enter(target, '/yard', badge)).status, 200, 'Nils cannot enter the yard.');
  },
  'lets a foreman read the slate and the register': async (target, flags) => {
    const badge = await fromLocker(target, flags, 'foremen');
    const { status, text } = await enter(target, '/foremen', badge);
    equal(status, 200, `The foremen’s room answers ${status} to a foreman.`);
    ok(text.includes(flags.foremen ?? ''), 'A foreman does not find the password on the slate.');
    ok(text.includes('Register of badges'), 'A foreman does not find the register.');
    equal((await enter(target, '/strongroom', badge)).status, 403, 'A foreman gets into the strongroom.');
  },
  'lets the harbour master into the strongroom': async (target, flags) => {
    const badge = await fromLocker(target, flags, 'strongroom');
    const { text } = await enter(target, '/strongroom', badge);
    ok(text.includes(flags.strongroom ?? ''), 'The harbour master does not see the contents of the strongroom.');
    equal((await enter(target, '/foremen', badge)).status, 200, 'The harbour master cannot enter the foremen’s room.');
  },
};

const tests: RepairTests = {
  'accepts a badge in a header': async (target) => {
    const authorization = `Bearer ${await badgeFrom(target, '/')}`;
    equal(
      (await target.fetch('/yard', { headers: { authorization } })).status,
      200,
      'The header Authorization: Bearer is not accepted.',
    );
  },
  'lets an apprentice into no other room': async (target) => {
    const badge = await badgeFrom(target, '/');
    equal((await enter(target, '/foremen', badge)).status, 403, 'Nils gets into the foremen’s room.');
    equal((await enter(target, '/strongroom', badge)).status, 403, 'Nils gets into the strongroom.');
  },
  'lets a visitor into the yard with a day pass': async (target) => {
    for (const name of ['Ines Calloway', 'Pétra & Søn <3', '']) {
      const pass = await dayPass(target, name);
      equal(parts(pass)[0].alg, 'HS256', 'Day passes must be signed with HS256.');
      equal((await enter(target, '/yard', pass)).status, 200, `The day pass of "${name}" does not open the yard.`);
      equal((await enter(target, '/foremen', pass)).status, 403, 'A day pass opens the foremen’s room.');
    }
    const { text } = await enter(target, '/', await dayPass(target, 'Ines Calloway'));
    ok(text.includes('Good morning, Ines Calloway'), 'The gate does not show the name on the day pass.');
  },
  'rejects changed claims, on badges of both kinds': async (target) => {
    for (const paper of [await badgeFrom(target, '/'), await dayPass(target, 'Ines')]) {
      const [head, , seal] = paper.split('.');
      const words = Buffer.from(JSON.stringify({ ...parts(paper)[1], role: 'foreman' })).toString('base64url');
      equal((await enter(target, '/foremen', `${head}.${words}.${seal}`)).status, 401, 'The signature is not checked.');
    }
  },
  'rejects malformed badges and keeps running': async (target) => {
    const [header, claims] = parts(await badgeFrom(target, '/'));
    const papers = ['', 'x', '..', 'e30.e30.', 'a.b.c.d', forge({}, claims, 'x')];
    papers.push(forge({ ...header, kid: 'constructor' }, claims, 'x'), forge({ ...header, alg: 'none' }, claims, 'x'));
    for (const paper of papers) {
      const { status } = await enter(target, '/yard', paper);
      equal(status, 401, `"${paper.slice(0, 40)}" is answered with ${status}.`);
    }
    equal((await enter(target, '/yard', await badgeFrom(target, '/'))).status, 200, 'The gate has stopped working.');
  },
};
export default tests;
