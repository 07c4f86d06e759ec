import { createHash, randomBytes } from 'node:crypto';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { berths, harbourMaster, members, petra } from './harbour.ts';
import { berthsPage, officePage, peoplePage, problemPage, profilePage } from './pages.ts';
import { type Member, update } from './record.ts';

const sessions = new Map<string, Member>();

/**
 * The harbour master logs in with a link that hangs in the office. It is derived from the flag, so that only the tests
 * of a repair know it.
 */
const nail = () =>
  createHash('sha256')
    .update(`harbour master ${readFlag('night-book')}`)
    .digest('hex');

const isMaster = (me: Member) => me.role === 'harbour-master';
const seesOffice = (me: Member) => isMaster(me) || me.keys.split(/[\s,]+/).includes('office');

serve(async (request, response) => {
  const { pathname, searchParams } = new URL(`http://berths${request.url ?? '/'}`);
  if (pathname === '/style.css') return sendPublic(response, 'style.css');

  const signIn = (member: Member) => {
    const fresh = randomBytes(16).toString('hex');
    sessions.set(fresh, member);
    response.setHeader('set-cookie', `jetty=${fresh}; Path=/; HttpOnly; SameSite=Lax`);
    return member;
  };
  const goTo = (path: string) => response.writeHead(303, { location: path }).end();
  if (pathname === `/nail/${nail()}`) {
    signIn(harbourMaster);
    return goTo('/');
  }
  const session = /(?:^|;\s*)jetty=([0-9a-f]{32})/.exec(request.headers.cookie ?? '')?.[1];
  const me = sessions.get(session ?? '') ?? signIn(petra);
  const sees = seesOffice(me);

  if (request.method === 'POST') {
    const sent = await readForm(request, { limit: 4096 });
    if (!sent) return sendHtml(response, 413, problemPage(me, sees, 'Too long', 'This form is too long.'));
    const form = fieldsOf(sent);
    if (pathname === '/profile') {
      const before = JSON.stringify(me);
      update(me, form, me);
      return goTo(JSON.stringify(me) === before ? '/profile?same' : '/profile?saved');
    }
    const booking = /^\/berths\/(\d+)\/(book|release)$/.exec(pathname);
    const berth = berths.find(({ number }) => String(number) === booking?.[1]);
    if (booking && berth) {
      if (booking[2] === 'book') {
        berth.takenBy ??= me.id;
        if (berth.takenBy !== me.id) {
          const text = `Another boat has already booked berth ${berth.number}.`;
          return sendHtml(response, 409, problemPage(me, sees, 'Taken', text));
        }
      }
      if (booking[2] === 'release' && berth.takenBy === me.id) berth.takenBy = null;
      return goTo('/');
    }
    const id = /^\/office\/members\/(\d+)$/.exec(pathname)?.[1];
    const member = members.find((one) => String(one.id) === id);
    if (member && isMaster(me)) {
      update(member, form, me);
      return goTo('/office');
    }
  } else {
    if (pathname === '/') return sendHtml(response, 200, berthsPage(me, sees));
    if (pathname === '/people') return sendHtml(response, 200, peoplePage(me, sees));
    if (pathname === '/profile') return sendHtml(response, 200, profilePage(me, sees, searchParams));
    if (pathname === '/profile.json') {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
      return response.end(`${JSON.stringify(me, undefined, 2)}\n`);
    }
    if (pathname === '/office' && sees) return sendHtml(response, 200, officePage(me, readFlag('night-book')));
  }
  if (pathname.startsWith('/office') && !isMaster(me)) {
    const text = 'The office is for the harbour master, and for members with its key.';
    return sendHtml(response, 403, problemPage(me, sees, 'Staff only', text));
  }
  sendHtml(response, 404, problemPage(me, sees, 'Not found', 'There is no boat at this address.'));
});

/** Name → value of each field. */
const fieldsOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, value.trim().slice(0, 60)]));
