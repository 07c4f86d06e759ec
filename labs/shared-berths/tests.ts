import { equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';
import { visitor } from './visitor.ts';

const PETRA = '/office/members/23';
const TOBIAS = '/office/members/17';

/** The harbour master comes in through a link that is made from the flag. */
function harbourMaster(target: Target, flags: Record<string, string>) {
  const nail = createHash('sha256').update(`harbour master ${flags['night-book']}`).digest('hex');
  return visitor(target, `/nail/${nail}`);
}

type Skipper = Awaited<ReturnType<typeof visitor>>;
const recordOf = async (skipper: Skipper): Promise<Record<string, unknown>> =>
  JSON.parse(await skipper.read('/profile.json'));

const tests: RepairTests = {
  'shows a member their own record': async (target) => {
    const record = await recordOf(await visitor(target));
    equal(record.name, 'Petra Lindqvist');
    equal(record.role, 'skipper');
  },
  'keeps a new name, boat and phone': async (target) => {
    const petra = await visitor(target);
    const sent = await petra.send('/profile', { name: 'Petra L.', boat: 'Third Wind', phone: '0471 883' });
    equal(sent.headers.get('location'), '/profile?saved');
    const record = await recordOf(petra);
    equal(record.name, 'Petra L.');
    equal(record.boat, 'Third Wind');
    equal(record.phone, '0471 883');
    match(await petra.read('/people'), /Third Wind/);
  },
  'leaves alone what was not sent': async (target) => {
    const petra = await visitor(target);
    await petra.send('/profile', { boat: 'Second Wind' });
    await petra.send('/profile', { phone: '0471 900' });
    const record = await recordOf(petra);
    equal(record.boat, 'Second Wind');
    equal(record.phone, '0471 900');
    equal(record.keys, 'gate');
  },
  'takes an empty phone, and letters from anywhere': async (target) => {
    const petra = await visitor(target);
    await petra.send('/profile', { name: 'Pétra & Søn <3', phone: '' });
    const record = await recordOf(petra);
    equal(record.name, 'Pétra & Søn <3');
    equal(record.phone, '');
  },
  'writes down who changed a record': async (target, flags) => {
    const petra = await visitor(target);
    await petra.send('/profile', { name: 'Petra Lindqvist' });
    equal((await recordOf(petra)).changedBy, 'Petra Lindqvist');
    const master = await harbourMaster(target, flags);
    await master.send(PETRA, { keys: 'gate' });
    equal((await recordOf(petra)).changedBy, 'Edda Vane');
  },
  'books a berth and gives it back': async (target) => {
    const petra = await visitor(target);
    await petra.send('/berths/7/book', {});
    match(await petra.read('/'), /Give back berth 7/);
    await petra.send('/berths/7/release', {});
    match(await petra.read('/'), /Book berth 7/);
  },
  'shows a skipper no office': async (target) => {
    equal((await (await visitor(target)).get('/office')).status, 403);
  },
  'lets the harbour master into the office': async (target, flags) => {
    match(await (await harbourMaster(target, flags)).read('/office'), /Night book[\s\S]*Register/);
  },
  'lets the harbour master change their own profile': async (target, flags) => {
    const master = await harbourMaster(target, flags);
    await master.send('/profile', { name: 'Edda Vane', boat: 'Paragraph Five', phone: '12' });
    match(await master.read('/people'), /Paragraph Five/);
    equal((await master.get('/office')).status, 200);
  },
  'lets the harbour master give and take the key of the office': async (target, flags) => {
    const petra = await visitor(target);
    const master = await harbourMaster(target, flags);
    await master.send(PETRA, { role: 'skipper', keys: 'gate, office' });
    const office = await petra.read('/office');
    match(office, /Night book/);
    ok(!office.includes('Register'), 'A key alone opens the register.');
    await master.send(PETRA, { role: 'skipper', keys: 'gate' });
    equal((await petra.get('/office')).status, 403);
  },
  'lets the harbour master name another one': async (target, flags) => {
    const petra = await visitor(target);
    const master = await harbourMaster(target, flags);
    await master.send(PETRA, { role: 'harbour-master', keys: 'gate' });
    match(await petra.read('/office'), /Register/);
    await petra.send(TOBIAS, { role: 'harbour-master' });
    match(await petra.read('/people'), /Tobias Wren[\s\S]*?harbour-master/);
    await master.send(TOBIAS, { role: 'skipper' });
    await master.send(PETRA, { role: 'skipper' });
    equal((await petra.get('/office')).status, 403);
  },
};
export default tests;
