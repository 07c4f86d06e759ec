import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';
import { visitor } from './visitor.ts';

const PETRA = '/office/members/23';
const TOBIAS = '/office/members/17';

/** The harbour master logs in with a link that is derived from the flag. */
function harbourMaster(target: Target, flags: Record<string, string>) {
  const nail = createHash('sha256').update(`harbour master ${flags['night-book']}`).digest('hex');
  return visitor(target, `/nail/${nail}`);
}

type Visitor = Awaited<ReturnType<typeof visitor>>;

/** Compares fields of a visitor's own record. */
async function holds(who: Visitor, fields: Record<string, string>): Promise<void> {
  const record: Record<string, unknown> = JSON.parse(await who.read('/profile.json'));
  for (const [field, value] of Object.entries(fields)) {
    equal(record[field], value, `The record says ${JSON.stringify(record[field])} for ${field}, not "${value}".`);
  }
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'lets the harbour master into the office': async (target, flags) => {
    const office = await (await harbourMaster(target, flags)).read('/office');
    ok(office.includes('Night book'), 'The harbour master sees no night book.');
    ok(office.includes('Register'), 'The harbour master sees no register.');
  },
};

const tests: RepairTests = {
  'shows a member their own record': async (target) => {
    await holds(await visitor(target), { name: 'Petra Lindqvist', boat: 'Second Wind', role: 'skipper' });
  },
  'stores a new name, boat and phone': async (target) => {
    const petra = await visitor(target);
    const typed = { name: 'Petra L.', boat: 'Third Wind', phone: '0471 883' };
    const sent = await petra.send('/profile', typed);
    equal(sent.headers.get('location'), '/profile?saved', 'The profile was not saved.');
    await holds(petra, typed);
    ok((await petra.read('/people')).includes('Third Wind'), 'The list of people does not show the new boat.');
  },
  'keeps fields that are not sent': async (target) => {
    const petra = await visitor(target);
    await petra.send('/profile', { boat: 'Second Wind' });
    await petra.send('/profile', { phone: '0471 900' });
    await holds(petra, { boat: 'Second Wind', phone: '0471 900', keys: 'gate' });
  },
  'accepts an empty phone, and letters of all alphabets': async (target) => {
    const petra = await visitor(target);
    await petra.send('/profile', { name: 'Pétra & Søn <3', phone: '' });
    await holds(petra, { name: 'Pétra & Søn <3', phone: '' });
  },
  'records who changed a record': async (target, flags) => {
    const petra = await visitor(target);
    await petra.send('/profile', { name: 'Petra Lindqvist' });
    await holds(petra, { changedBy: 'Petra Lindqvist' });
    const master = await harbourMaster(target, flags);
    await master.send(PETRA, { keys: 'gate' });
    await holds(petra, { changedBy: 'Edda Vane' });
  },
  'books a berth and gives it back': async (target) => {
    const petra = await visitor(target);
    await petra.send('/berths/7/book', {});
    ok((await petra.read('/')).includes('Give back berth 7'), 'Berth 7 was not booked.');
    await petra.send('/berths/7/release', {});
    ok((await petra.read('/')).includes('Book berth 7'), 'Berth 7 was not given back.');
  },
  'shows a skipper no office': async (target) => {
    equal((await (await visitor(target)).get('/office')).status, 403, 'The office is open to a skipper.');
  },
  'lets the harbour master change their own profile': async (target, flags) => {
    const master = await harbourMaster(target, flags);
    await master.send('/profile', { name: 'Edda Vane', boat: 'Paragraph Five', phone: '12' });
    await holds(master, { boat: 'Paragraph Five', role: 'harbour-master' });
  },
  'lets the harbour master give and take the key of the office': async (target, flags) => {
    const petra = await visitor(target);
    const master = await harbourMaster(target, flags);
    await master.send(PETRA, { role: 'skipper', keys: 'gate, office' });
    const office = await petra.read('/office');
    ok(office.includes('Night book'), 'The harbour master gave Petra the key, but she cannot open the office.');
    ok(!office.includes('Register'), 'Petra sees the register with the key alone.');
    await master.send(PETRA, { role: 'skipper', keys: 'gate' });
    equal(
      (await petra.get('/office')).status,
      403,
      'The harbour master took the key back, but Petra can still open the office.',
    );
  },
  'lets the harbour master appoint another one': async (target, flags) => {
    const petra = await visitor(target);
    const master = await harbourMaster(target, flags);
    await master.send(PETRA, { role: 'harbour-master', keys: 'gate' });
    ok((await petra.read('/office')).includes('Register'), 'Petra is harbour master, but sees no register.');
    await petra.send(TOBIAS, { role: 'harbour-master' });
    const people = await petra.read('/people');
    ok(/Tobias Wren.*?harbour-master/.test(people), 'Petra is harbour master, but cannot change the role of Tobias.');
    await master.send(TOBIAS, { role: 'skipper' });
    await master.send(PETRA, { role: 'skipper' });
    equal((await petra.get('/office')).status, 403, 'Petra is a skipper again, but can still open the office.');
  },
};
export default tests;
