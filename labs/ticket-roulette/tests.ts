import { equal, ok } from 'node:assert/strict';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';
import { collect, impossiblePins, ownPin } from './guesser.ts';
import { pinFor } from './pins.ts';

const MAGICIAN = 23;

/** Sends wrong guesses from this address. Returns the last status. */
async function guessWrong(target: Target, ticket: number, times: number, address: string) {
  let status = 0;
  for (const pin of impossiblePins.slice(0, times)) {
    const answer = await collect(target, ticket, pin, from(address));
    await answer.text();
    status = answer.status;
  }
  return status;
}

const from = (address: string) => ({ 'x-forwarded-for': address });

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'gives visitors their own coat': async (target) => {
    const answer = await collect(target, 31, await ownPin(target));
    equal(answer.status, 200, `The right PIN for ticket 31 was answered with ${answer.status}.`);
    ok((await answer.text()).includes('Ticket 31 wins'), 'The right PIN for ticket 31 gives no coat.');
  },
};

// The tests run one after another against one instance, so each one uses another ticket and address
const tests: RepairTests = {
  'shows the rack': async (target) => {
    const page = await (await target.fetch('/')).text();
    ok(page.includes('Bruno the Adequate') && page.includes('Place your ticket'), 'The counter shows no rack.');
  },
  'gives visitors their own coat repeatedly': async (target) => {
    const pin = await ownPin(target);
    for (let n = 0; n < 8; n++) {
      equal((await collect(target, 31, pin)).status, 200, 'The right PIN gives the coat only once.');
    }
  },
  'gives the coat after four typing mistakes': async (target) => {
    equal(await guessWrong(target, 31, 4, '203.0.113.1'), 403, 'The fourth wrong PIN is not answered with 403.');
    const answer = await collect(target, 31, await ownPin(target), from('203.0.113.1'));
    equal(answer.status, 200, 'After four wrong PINs, the right one gives no coat.');
  },
  'does not count inputs that are not a PIN': async (target) => {
    for (const pin of ['', '12', 'abcd', '12345', '1 34', '٣٣٣١']) {
      equal((await collect(target, MAGICIAN, pin)).status, 400, `"${pin}" is not answered with 400.`);
    }
    equal((await collect(target, MAGICIAN, '0001')).status, 403, 'A malformed PIN was counted as a try.');
  },
  'gives the magician his coat': async (target, flags) => {
    const flag = flags.pocket ?? '';
    const answer = await collect(target, MAGICIAN, pinFor(flag), from('203.0.113.2'));
    ok((await answer.text()).includes(flag), 'The right PIN for ticket 23 does not show what is in the pocket.');
  },
  'locks after five wrong PINs, and says for how long': async (target) => {
    equal(
      await guessWrong(target, 7, 5, '203.0.113.3'),
      403,
      'The fifth wrong PIN for a ticket is not answered with 403.',
    );
    const answer = await collect(target, 7, '0001', from('203.0.113.3'));
    equal(answer.status, 429, 'The sixth wrong PIN for a ticket is not refused with 429.');
    const seconds = Number(answer.headers.get('retry-after'));
    ok(seconds >= 1 && seconds <= 600, 'Retry-After does not say a time of up to ten minutes.');
  },
  'locks only the ticket that was guessed at': async (target, flags) => {
    await guessWrong(target, 36, 9, '203.0.113.4');
    const own = await collect(target, 31, await ownPin(target));
    equal(own.status, 200, 'After guesses at ticket 36, ticket 31 does not get its coat.');
    const coat = await collect(target, MAGICIAN, pinFor(flags.pocket ?? ''));
    equal(coat.status, 200, 'After guesses at ticket 36, ticket 23 does not get its coat.');
  },
};
export default tests;
