import { equal, ok } from 'node:assert/strict';
import type { RepairTests } from '@hexpedition/lab-runtime';
import { LOCKER, type Passenger, passenger } from './passenger.ts';

/** Books a berth and returns the number of the booking. */
async function book(me: Passenger, berth: string): Promise<number> {
  const before = await me.bookings();
  equal((await me.book(berth)).status, 303, `The ${berth} could not be booked.`);
  const booking = (await me.bookings()).find((id) => !before.includes(id));
  ok(booking !== undefined, `The ${berth} was booked, but there is no booking.`);
  return booking;
}

async function holds(me: Passenger, crowns: number, when: string): Promise<void> {
  equal(await me.purse(), crowns, `${when}, the purse should hold ${crowns} crowns.`);
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'gives cabin 9 to a visitor who can pay': async (target, flags) => {
    const flag = flags['boarding-pass'] ?? '';
    const me = await passenger(target);
    await me.takeGift(flag);
    const cabin = await book(me, 'cabin-9');
    ok((await me.page(`/bookings/${cabin}`)).includes(flag), 'Cabin 9 was paid for, but its pass shows no flag.');
    equal((await me.refund(cabin)).status, 303, 'The deposit for cabin 9 was not paid back.');
    ok(!(await me.page(`/bookings/${cabin}`)).includes(flag), 'Cabin 9 was given back, but its pass is still valid.');
    await holds(me, 140, 'With cabin 9 given back');
  },
};

const tests: RepairTests = {
  'takes the price of a berth': async (target) => {
    const me = await passenger(target);
    await book(me, 'couchette');
    await holds(me, 0, 'After booking a couchette');
    equal((await me.book('chair')).status, 409, 'A visitor without money has booked a deck chair.');
  },
  'refunds a deposit through the bank': async (target) => {
    const me = await passenger(target);
    const before = await me.payments(40);
    const booking = await book(me, 'couchette');
    equal((await me.refund(booking)).status, 303, 'A deposit was not paid back.');
    await holds(me, 40, 'With the deposit paid back');
    const page = await me.page();
    ok(/Couchette 14, deposit back, slip \d+/.test(page), 'The statement shows no slip of the bank.');
    ok(page.includes('Paid back'), 'The booking is not marked as paid back.');
    equal(await me.payments(40), before + 1, 'The bank has not entered this payment into its book.');
  },
  'refunds no deposit twice': async (target) => {
    const me = await passenger(target);
    const before = await me.payments(40);
    const booking = await book(me, 'couchette');
    await me.refund(booking);
    const again = await me.refund(booking);
    equal(again.status, 409, 'The second request for the same deposit is not answered with 409.');
    ok(again.text.includes('paid back already'), 'The answer to the second request does not say why it was refused.');
    await holds(me, 40, 'After asking twice, one after the other');
    equal(await me.payments(40), before + 1, 'The bank has paid twice for one booking.');
  },
  'refunds two visitors at the same time': async (target) => {
    const petra = await passenger(target);
    const tobias = await passenger(target);
    const bookings = [await book(petra, 'chair'), await book(tobias, 'chair')] as const;
    const answers = await Promise.all([petra.refund(bookings[0]), tobias.refund(bookings[1])]);
    for (const { status } of answers) equal(status, 303, 'Two visitors ask at the same time, and only one is paid.');
    await holds(petra, 40, 'With the chair paid back');
    await holds(tobias, 40, 'With the chair paid back');
  },
  'refunds different bookings of one visitor that are requested together': async (target, flags) => {
    const me = await passenger(target);
    await me.takeGift(flags['boarding-pass'] ?? '');
    const bookings = [await book(me, 'chair'), await book(me, 'couchette')];
    const answers = await Promise.all(bookings.map((booking) => me.refund(booking)));
    for (const { status } of answers) equal(status, 303, 'Two bookings are given back together, and only one is paid.');
    await holds(me, 140, 'With both deposits paid back');
  },
  'refunds the same berth again after it was booked again': async (target) => {
    const me = await passenger(target);
    for (let round = 0; round < 3; round++) {
      equal(
        (await me.refund(await book(me, 'couchette'))).status,
        303,
        'The berth was booked again, and its deposit was not paid back.',
      );
    }
    await holds(me, 40, 'After booking and giving back three times');
  },
  'leaves a booking unchanged if the bank refuses': async (target) => {
    const me = await passenger(target);
    for (let round = 0; round < 2; round++) {
      const answer = await me.refund(LOCKER);
      equal(answer.status, 409, 'The bank refuses to pay out herring, but the desk pays.');
      ok(answer.text.includes('does not pay out herring'), 'The visitor does not get the answer of the bank.');
    }
    await holds(me, 40, 'After the bank has refused twice');
    ok((await me.bookings()).includes(LOCKER), 'The bank refused, but the booking counts as paid back.');
  },
};
export default tests;
