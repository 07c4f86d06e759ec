import { randomBytes } from 'node:crypto';
import { type Html, html, readFlag } from '@hexpedition/lab-runtime/kit';
import { addressOf, notices } from './board.ts';
import { type Answer, connect } from './network.ts';

const page = (title: string, body: Html): Answer => ({
  status: 200,
  type: 'text/html',
  body: html`<!doctype html><title>${title}</title><h1>${title}</h1>${body}`.text,
});
const plain = (body: string, status = 200): Answer => ({ status, type: 'text/plain', body });
const moved = (location: string): Answer => ({ status: 302, type: 'text/plain', body: '', location });
const nothing = plain('404 Not Found', 404);

/** Data that the machine's role shows to the archive. */
const token = randomBytes(12).toString('hex');
const ROLE = 'signpost-reader';

connect({
  names: ['ferries.ostrel.example'],
  address: '203.0.113.20',
  port: '80',
  host: ({ pathname, searchParams }) => {
    if (pathname === '/') {
      return page(
        'Ferries of Port Ostrel',
        html`<p>Varde, Nordby, Halmer Sound. Weather permitting, crew permitting, heron permitting.</p>
<p><a href="/timetable">Timetable</a>. <a href="/out?to=http://gazette.ostrel.example/">What the Gazette says about us</a> (you are leaving our site).</p>`,
      );
    }
    if (pathname === '/timetable') return moved('/timetable/winter');
    if (pathname === '/timetable/winter') {
      return page(
        'Timetable, winter',
        html`<p>Varde 7:40 and 18:05. Nordby 6:50. Halmer Sound when full.</p><p><a href="/">Ferries</a></p>`,
      );
    }
    if (pathname === '/out') return moved(searchParams.get('to') || '/');
    return nothing;
  },
});

connect({
  names: ['gazette.ostrel.example'],
  address: '203.0.113.30',
  port: '80',
  host: ({ pathname }) => {
    if (pathname === '/') {
      return page(
        'The Ostrel Gazette',
        html`<p>Ferry on time. Passengers unprepared. <a href="/shed">Fire in the data shed was a kettle</a>.</p>`,
      );
    }
    if (pathname === '/shed') {
      return page(
        'Fire in the data shed was a kettle',
        html`<p>Nothing was lost, says the Nordby Cloud Company, which rents out the machines. Each of them can ask at 169.254.169.254 for its own data, as is
usual in a cloud. The archive is in the same shed, and has no comment.</p>
<p><a href="/">The Gazette</a></p>`,
      );
    }
    return nothing;
  },
});

connect({
  names: ['board.ostrel.example'],
  address: '203.0.113.40',
  port: '80',
  host: ({ pathname }) => {
    if (pathname === '/') {
      return page(
        'Notice board',
        html`<ul>${notices.map((one) => html`<li><a href="${addressOf(one)}">${one.title}</a></li>`)}</ul>`,
      );
    }
    const notice = notices.find(({ id }) => pathname === `/notices/${id}`);
    if (!notice) return nothing;
    return notice.moved ? moved(notice.moved) : page(notice.title, html`<p>${notice.text}</p>`);
  },
});

connect({
  names: ['metadata.nordby.internal'],
  address: '169.254.169.254',
  port: '80',
  host: ({ pathname }) => {
    const expires = new Date(Date.now() + 6 * 3600_000).toISOString();
    const credentials = { Code: 'Success', Type: 'Nordby-Role', Role: ROLE, Token: token, Expiration: expires };
    const tree: Record<string, string> = {
      '': 'latest/',
      '/latest': 'meta-data/\nuser-data',
      '/latest/meta-data': 'hostname\nlocal-ipv4\niam/',
      '/latest/meta-data/hostname': 'signpost.ostrel.internal',
      '/latest/meta-data/local-ipv4': '10.0.0.5',
      '/latest/meta-data/iam': 'security-credentials/',
      '/latest/meta-data/iam/security-credentials': ROLE,
      [`/latest/meta-data/iam/security-credentials/${ROLE}`]: JSON.stringify(credentials, undefined, 2),
      '/latest/user-data': `#!/bin/sh
# Signpost, first boot. Rented by the month.
hostname signpost
# Case number, for the invoice: ${readFlag('machine')}
# Reads the archive's catalogue once a night. The archive wants the token of our role:
#   http://archive.ostrel.internal:8080/letters?token=…
start signpost --outwards-only
`,
    };
    const path = pathname.replace(/\/+$/, '');
    return Object.hasOwn(tree, path) ? plain(tree[path] ?? '') : nothing;
  },
});

const letters = new Map([
  ['4', 'To the yacht club. The cannon stays. Capt. R. Moss (ret.)'],
  ['7', 'To whom it may concern. It does not concern you. The archive.'],
  ['9', ''],
]);

connect({
  names: ['archive.ostrel.internal'],
  address: '10.0.0.9',
  port: '8080',
  host: ({ pathname, searchParams }) => {
    if (pathname === '/') return plain('Archive of Port Ostrel. /letters?token=…\nThe token of your role, please.');
    const number = /^\/letters(?:\/(\d{1,4}))?\/?$/.exec(pathname);
    if (!number) return nothing;
    if (searchParams.get('token') !== token) return plain('401 The archive does not know this token.', 401);
    if (number[1] === undefined)
      return plain(`Letters: ${[...letters.keys()].map((id) => `/letters/${id}`).join(', ')}`);
    if (number[1] === '9') {
      return plain(`To the harbour master. A visitor has asked again for the crate that came on Tuesday, by name. I have answered that we
have no such crate. If you write back, write on the envelope:
${readFlag('archive')}`);
    }
    const letter = letters.get(number[1]);
    return letter ? plain(letter) : nothing;
  },
});
