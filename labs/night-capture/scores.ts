import { randomBytes } from 'node:crypto';
import { conversation, type Said } from './conversation.ts';
import { BEGIN, wordOf } from './facts.ts';
import { answerOf, requestOf } from './http.ts';
import { archive, bandRoom, between, desks, type Machine } from './office.ts';
import type { Recorded } from './pcap.ts';
import { ARCHIVE_IS_SEALED } from './policy.ts';
import { sealed } from './tls.ts';

const HOST = 'scores.harbour.example';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** Log-ins to the band's archive in this night, also failed ones. */
export function visitsOfArchive(flag: string): Recorded[] {
  const [conductor, counter] = desks;
  if (!conductor || !counter) return [];
  const word = wordOf(flag);
  const klara = (text: string, seconds: number, isRight: boolean) =>
    signIn(conductor, BEGIN + between(seconds, seconds + 15) * 1000, 'klara.vogt', text, isRight);
  return [
    ...signIn(counter, BEGIN + between(95, 130) * 1000, 'tobias.wren', 'password', false),
    ...signIn(counter, BEGIN + between(140, 160) * 1000, 'tobias.wren', 'passwort', false),
    ...klara(swapped(word), 410, false),
    ...klara(word.toLowerCase(), 440, false),
    ...klara(word, 470, true),
    ...signIn(bandRoom, BEGIN + between(640, 700) * 1000, 'joris.bakker', 'louder', false),
    ...signIn(counter, BEGIN + between(2050, 2100) * 1000, 'tobias.wren', 'password1', false),
  ];
}

/** The word with a typing mistake: two neighbouring letters are swapped. */
function swapped(word: string): string {
  const [a = '', b = ''] = word.slice(2, 4);
  return word.slice(0, 2) + (a === b ? `${a}${b}${b}` : b + a) + word.slice(4);
}

function signIn(desk: Machine, at: number, name: string, word: string, isRight: boolean): Recorded[] {
  if (ARCHIVE_IS_SEALED) return conversation(desk, archive, 443, at, sealed(HOST, isRight ? 3 : 2));
  const body = String(new URLSearchParams({ name, word }));
  const headers = ['Content-Type: application/x-www-form-urlencoded', `Origin: http://${HOST}`];
  const post = requestOf({ method: 'POST', path: '/sign-in', host: HOST, agent: AGENT, headers, body });
  // A slow link: the form is sent in three packets, and its word is in two of them
  const inWord = post.length - Math.floor(encodeURIComponent(word).length / 2);
  const said: Said[] = [
    { by: 'client', data: requestOf({ path: '/', host: HOST, agent: AGENT }) },
    { by: 'server', data: answerOf('200 OK', ['Content-Type: text/html'], page('Sign in', 40)), after: 12 },
    { by: 'client', data: post, after: between(2000, 7000), cuts: [inWord - 40, inWord], jumbled: true },
  ];
  if (!isRight) {
    said.push({
      by: 'server',
      data: answerOf('403 Forbidden', ['Content-Type: text/html'], page('A wrong note', 12)),
      after: 800,
    });
    return conversation(desk, archive, 80, at, said);
  }
  const ticket = randomBytes(16).toString('hex');
  const welcome = ['Location: /drawer', `Set-Cookie: ticket=${ticket}; Path=/; HttpOnly`];
  said.push({ by: 'server', data: answerOf('303 See Other', welcome), after: 240 });
  said.push({
    by: 'client',
    data: requestOf({ path: '/drawer', host: HOST, agent: AGENT, headers: [`Cookie: ticket=${ticket}`] }),
    after: 9,
  });
  said.push({
    by: 'server',
    data: answerOf('200 OK', ['Content-Type: text/html'], page('Your drawer', 90)),
    after: 30,
  });
  return conversation(desk, archive, 80, at, said);
}

const page = (title: string, lines: number) =>
  `<!doctype html><title>${title}</title><h1>${title}</h1>\n${'<p>Please return what you borrow. The tuba part of 1994 is still missing.</p>\n'.repeat(lines)}`;
