import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';

const read = async (target: Target, path: string) => {
  const response = await target.fetch(path);
  return { status: response.status, text: await response.text() };
};

/** Returns the path of the visitor's own manifest. */
async function ownAddress(target: Target): Promise<string> {
  const { text } = await read(target, '/');
  const address = /href="(\/shed\?[^"]{1,4000})"/.exec(text)?.[1];
  if (!address) throw new Error('The first page does not link to the shed.');
  return address.replaceAll('&#38;', '&');
}

/** Has the clerk seal a manifest, and returns its path. The clerk's counter is derived from the flag. */
async function sealedByClerk(target: Target, flags: Record<string, string>, manifest: string): Promise<string> {
  const counter = createHash('sha256').update(`customs clerk ${flags.ledger}`).digest('hex');
  const { status, text } = await read(target, `/clerk/${counter}?${manifest}`);
  equal(status, 200, `The clerk answers ${status}.`);
  ok(text.startsWith('/shed?'), 'The clerk does not hand out an address.');
  return text;
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'opens the crate for which a manifest was sealed': async (target) => {
    const { status, text } = await read(target, await ownAddress(target));
    equal(status, 200, `The own manifest is answered with ${status}.`);
    ok(text.includes('Eleven right skis'), 'The own manifest does not open crate 118.');
  },
  'opens crate 212 for a visitor whose manifest the clerk has sealed': async (target, flags) => {
    const address = await sealedByClerk(target, flags, 'no=1&bearer=edda.vane&crate=212');
    const { text } = await read(target, address);
    ok(text.includes(flags.ledger ?? ''), 'The harbour master does not find her ledger in crate 212.');
  },
};

const tests: RepairTests = {
  'shows a seal that does not change while the shed is open': async (target) => {
    const first = await ownAddress(target);
    equal((await read(target, await ownAddress(target))).status, 200);
    equal((await read(target, first)).status, 200, 'A manifest that was sealed before is refused now.');
  },
  'accepts a correction that the clerk has added': async (target, flags) => {
    const { text } = await read(target, await sealedByClerk(target, flags, 'no=2&bearer=quill&crate=101&crate=190'));
    ok(text.includes('A biscuit.'), 'With a sealed correction from 101 to 190, crate 190 is not opened.');
    const own = /\?(.+)&tag=/.exec(await ownAddress(target))?.[1];
    const corrected = await read(target, await sealedByClerk(target, flags, `${own}&crate=190`));
    ok(corrected.text.includes('A biscuit.'), 'The clerk has corrected the own manifest, and the shed refuses it.');
  },
  'seals names and characters of all alphabets': async (target, flags) => {
    const verse = `bearer=s%c3%b8ren.%c3%a5g%c3%a5rd&note=%80%00%ff%00%00&verse=${'la.'.repeat(300)}&crate=126`;
    const { status, text } = await read(target, await sealedByClerk(target, flags, verse));
    equal(status, 200, `A manifest with letters of other alphabets is answered with ${status}.`);
    ok(text.includes('søren.ågård'), 'The name of the bearer has changed.');
  },
  'rejects a manifest that was changed': async (target, flags) => {
    const own = await ownAddress(target);
    for (const changed of [own.replace('crate=118', 'crate=212'), own.replace('crate=118', 'crate=119')]) {
      equal((await read(target, changed)).status, 403, 'A changed manifest is accepted.');
    }
    const other = await sealedByClerk(target, flags, 'no=3&bearer=pell&crate=163');
    const exchanged = own.split('&tag=')[0] + (other.slice(other.indexOf('&tag=')) || '&tag=');
    equal((await read(target, exchanged)).status, 403, 'The seal of another manifest is accepted.');
  },
  'rejects a seal that is missing, cut or too long': async (target) => {
    const own = await ownAddress(target);
    const at = own.indexOf('&tag=') + '&tag='.length;
    for (const wrong of [own.slice(0, at - 5), own.slice(0, at), own.slice(0, at + 8), `${own}00`]) {
      equal((await read(target, wrong)).status, 403, 'A manifest without its whole seal is accepted.');
    }
  },
};
export default tests;
