import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';
import { visitor } from './visitor.ts';

type Visitor = Awaited<ReturnType<typeof visitor>>;

/** Enters as the role whose path is derived from a flag. */
const through = (target: Target, flag: string | undefined) =>
  visitor(target, `/door/${createHash('sha256').update(`door of ${flag}`).digest('hex')}`);

/** Returns the work sheet of a visitor. */
async function sheet(who: Visitor): Promise<Record<string, unknown>> {
  const page = await who.read('/');
  const start = page.indexOf('<pre');
  const text = page.slice(page.indexOf('>', start) + 1, page.indexOf('</pre>', start));
  return JSON.parse(text.replace(/&#(\d{1,3});/g, (_, code: string) => String.fromCharCode(Number(code))));
}

async function wishes(who: Visitor, wanted: unknown): Promise<Record<string, unknown>> {
  const answer = await who.wish(JSON.stringify(wanted));
  equal(answer.status, 303, `Correct wishes are answered with ${answer.status}.`);
  return sheet(who);
}

const standard = {
  figure: 'mermaid',
  wood: 'pine',
  height: 2,
  colours: { hair: 'ochre', dress: 'sea green', scroll: 'ivory' },
  inscription: ['Second', 'Wind'],
};

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'gives guild members a quarter off, and sells': async (target, flags) => {
    const kessler = await through(target, flags.receipt);
    await wishes(kessler, { wood: 'oak', height: 3 });
    ok((await kessler.read('/')).includes('<b>450 crowns</b>'), 'A member of the guild should pay 450 crowns of 600.');
    const order = await kessler.press('/order');
    ok((await order.text()).includes(flags.receipt ?? ''), 'A customer who can pay gets no receipt.');
  },
  'opens the attic for Ragna only': async (target, flags) => {
    equal((await (await visitor(target)).get('/attic')).status, 403, 'The attic is open to a customer.');
    ok(
      (await (await through(target, flags.attic)).read('/attic')).includes(flags.attic ?? ''),
      'Ragna cannot open the attic.',
    );
  },
};

const tests: RepairTests = {
  'shows the standard mermaid at first': async (target) => {
    deepEqual(await sheet(await visitor(target)), standard);
  },
  'changes only the fields of the wishes': async (target) => {
    const ines = await visitor(target);
    deepEqual(await wishes(ines, { wood: 'oak', height: 3 }), { ...standard, wood: 'oak', height: 3 });
    const colours = { ...standard.colours, hair: 'crimson' };
    deepEqual(await wishes(ines, { colours: { hair: 'crimson' } }), { ...standard, colours });
  },
  'merges at any depth': async (target) => {
    const ines = await visitor(target);
    const base = { rope: { knots: { left: 2, right: 3 } } };
    const merged = await wishes(ines, { ...base, colours: { scales: { upper: { left: 'cobalt' } } } });
    deepEqual(merged, {
      ...standard,
      ...base,
      colours: { ...standard.colours, scales: { upper: { left: 'cobalt' } } },
    });
  },
  'replaces lists as a whole, and accepts values of any type': async (target) => {
    const ines = await visitor(target);
    const wanted = {
      inscription: ['Mine'],
      figure: null,
      height: 1.5,
      wood: 'pear',
      extras: [{ lamp: true }, 'bell'],
      '': 0,
    };
    deepEqual(await wishes(ines, wanted), { ...standard, ...wanted });
    deepEqual(await wishes(ines, { colours: 'none' }), { ...standard, colours: 'none' });
    deepEqual(await wishes(ines, { figure: { kind: 'lion' } }), { ...standard, figure: { kind: 'lion' } });
  },
  'keeps the wishes of one customer from those of another': async (target) => {
    await wishes(await visitor(target), { wood: 'oak', colours: { dress: 'tar' } });
    deepEqual(await sheet(await visitor(target)), standard);
  },
  'rejects wishes that are not an object': async (target) => {
    const ines = await visitor(target);
    for (const wrong of ['', '{', '[]', '"oak"', 'null', '{"wood": }']) {
      equal((await ines.wish(wrong)).status, 422, `${wrong} is not refused.`);
    }
    deepEqual(await sheet(ines), standard);
  },
  'calculates the price, and sells only to customers who can pay': async (target) => {
    const ines = await visitor(target);
    await wishes(ines, { wood: 'oak', height: 3 });
    ok((await ines.read('/')).includes('<b>600 crowns</b>'), 'Three metres of oak should cost Ines 600 crowns.');
    equal((await ines.press('/order')).status, 402, 'Ines gets a figurehead that she cannot afford.');
  },
};
export default tests;
