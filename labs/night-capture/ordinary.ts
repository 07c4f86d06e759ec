import { randomBytes, randomInt } from 'node:crypto';
import { conversation } from './conversation.ts';
import { ask } from './dns.ts';
import { arp, type Host, ping, udp } from './frames.ts';
import { answerOf, requestOf } from './http.ts';
import { between, outside, pick, router } from './office.ts';
import type { Recorded } from './pcap.ts';
import { sealed } from './tls.ts';

/* Traffic of an ordinary night. */

interface Place {
  name: string;
  server: Host;
  isSealed: boolean;
}

const place = (name: string, ip: string, isSealed = true): Place => ({ name, server: outside(ip), isSealed });
const places = [
  place('www.harbour.example', '203.0.113.80', false),
  place('board.harbour.example', '203.0.113.80', false),
  place('mail.harbour.example', '203.0.113.81'),
  place('www.tides.example', '198.51.100.14', false),
  place('api.weather.example', '198.51.100.12'),
  place('www.news.example', '203.0.113.90'),
  place('img.news.example', '203.0.113.91'),
];
const clock = outside('203.0.113.123');
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const paths = ['/', '/berths', '/fees', '/today', '/lost-and-found', '/notices?page=2'];
const notes = [
  'Found: one left oar. Its owner is going in circles.',
  'Who has the key of the key cabinet?',
  'The soup on Friday was a misunderstanding.',
  'To the singer at berth 4: it is a flat.',
];

/** Simulates about this many actions of a machine between two times. */
export function ordinary(desk: Host, from: number, to: number, count: number): Recorded[] {
  const deeds = [visit, visit, visit, visit, lookUp, checkProgram, setClock, findRouter, isItThere, isItThere];
  return Array.from({ length: count }, () => pick(deeds)(desk, between(from, to))).flat();
}

function visit(desk: Host, at: number): Recorded[] {
  const { name, server, isSealed } = pick(places);
  const lookup = [
    ...ask({ desk, at, name, type: 'A', answer: server.ip }),
    ...(randomInt(2) === 0 ? ask({ desk, at: at + 1, name, type: 'AAAA' }) : []),
  ];
  const begin = at + between(110, 160);
  if (isSealed) return [...lookup, ...conversation(desk, server, 443, begin, sealed(name))];
  return [
    ...lookup,
    ...conversation(desk, server, 80, begin, [
      { by: 'client', data: requestOf({ path: pick(paths), host: name, agent: AGENT }) },
      {
        by: 'server',
        data: answerOf('200 OK', ['Content-Type: text/html'], pageOf(randomInt(4, 40))),
        after: 35,
        jumbled: randomInt(3) === 0,
      },
    ]),
  ];
}

/** Posts a note on the harbour's board. */
export function writeNote(desk: Host, at: number): Recorded[] {
  const host = 'board.harbour.example';
  const body = String(new URLSearchParams({ from: 'a friend', note: pick(notes) }));
  const headers = ['Content-Type: application/x-www-form-urlencoded'];
  return [
    ...ask({ desk, at, name: host, type: 'A', answer: '203.0.113.80' }),
    ...conversation(desk, outside('203.0.113.80'), 80, at + 130, [
      { by: 'client', data: requestOf({ method: 'POST', path: '/notes', host, agent: AGENT, headers, body }) },
      { by: 'server', data: answerOf('303 See Other', ['Location: /']), after: 60 },
    ]),
  ];
}

const pageOf = (lines: number) =>
  `<!doctype html><title>Port Ostrel</title>\n${Array.from({ length: lines }, () => `<p>${pick(notes)}</p>\n`).join('')}`;

const lookUp = (desk: Host, at: number) => {
  const { name, server } = pick(places);
  return ask({ desk, at, name, type: 'A', answer: server.ip });
};

/** Looks a file hash up, as an antivirus does: a long name that is harmless. */
const checkProgram = (desk: Host, at: number) => {
  const sum = randomBytes(20).toString('hex');
  return ask({ desk, at, name: `${sum}.sum.watchdog.example`, type: 'TXT', answer: 'known and harmless' });
};

function setClock(desk: Host, at: number): Recorded[] {
  const question = Buffer.alloc(48);
  question.writeUInt8(0x23, 0);
  const answer = Buffer.from(question);
  answer.writeUInt8(0x24, 0);
  answer.writeUInt8(2, 1);
  // NTP counts its seconds from 1900
  answer.writeUInt32BE(Math.floor(at / 1000) + 2_208_988_800, 40);
  const sport = randomInt(32_768, 61_000);
  return [
    { at, frame: udp(desk, sport, clock, 123, question) },
    { at: at + between(15, 45), frame: udp(clock, 123, desk, sport, answer) },
  ];
}

const findRouter = (desk: Host, at: number): Recorded[] => [
  { at, frame: arp(desk, router, false) },
  { at: at + 0.4, frame: arp(router, desk, true) },
];

function isItThere(desk: Host, at: number): Recorded[] {
  const id = randomInt(0x10000);
  return [1, 2].flatMap((sequence) => [
    { at: at + sequence * 1000, frame: ping(desk, router, id, sequence, false) },
    { at: at + sequence * 1000 + 0.7, frame: ping(router, desk, id, sequence, true) },
  ]);
}
