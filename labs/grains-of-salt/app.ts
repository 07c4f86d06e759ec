import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Html, readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { comeIn, type Member, members } from './members.ts';
import { homePage, keepingPage, lockerPage, messagePage, paperPage, signInPage, wordsPage } from './pages.ts';
import { memberWith, startSession } from './sessions.ts';
import { words } from './words.ts';

const refusals = {
  wrong: 'Wrong name or password.',
  shut: 'Five wrong passwords. This name is locked for a minute.',
};

serve((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  const me = memberWith(request.headers.cookie);
  if (request.method === 'POST' && path === '/sign-in') return void signIn(me, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', path === '/sign-in' ? 'GET, HEAD, POST' : 'GET, HEAD');
    return sendHtml(response, 405, messagePage(me, 'Not possible', 'The Salting House does not support this method.'));
  }
  if (path === '/paper.csv') return sendText(response, 'text/csv', paper());
  if (path === '/words.txt') return sendText(response, 'text/plain', `${words.join('\n')}\n`);
  const [status, page] = pageAt(path, me);
  sendHtml(response, status, page);
});

function pageAt(path: string, me: Member | undefined): [status: number, page: Html] {
  if (path === '/') return [200, homePage(me)];
  if (path === '/paper') return [200, paperPage(me, members)];
  if (path === '/words') return [200, wordsPage(me, words)];
  if (path === '/keeping') return [200, keepingPage(me)];
  if (path === '/sign-in') return [200, signInPage(me)];
  if (path === '/locker' && me) return [200, lockerPage(me, me.flag && readFlag(me.flag))];
  if (path === '/locker')
    return [
      403,
      messagePage(me, 'Whose locker?', 'Please sign in first. The cellar is dark, and all lockers look alike.'),
    ];
  return [404, messagePage(me, 'An empty shelf', 'This shelf is empty.')];
}

async function signIn(me: Member | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!form) return sendHtml(response, 413, signInPage(me, 'This form is too long.'));
  const came = comeIn(form.get('login') ?? '', (form.get('password') ?? '').slice(0, 200));
  if (came === 'shut') return sendHtml(response, 429, signInPage(me, refusals.shut));
  if (came === 'wrong') return sendHtml(response, 403, signInPage(me, refusals.wrong));
  response.setHeader('set-cookie', `cellar=${startSession(came)}; Path=/; HttpOnly; SameSite=Lax`);
  response.writeHead(303, { location: '/locker' }).end();
}

const paper = () =>
  `login,name,since,kept\n${members.map(({ login, name, since, kept }) => `${login},${name},${since},${kept}\n`).join('')}`;

function sendText(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
}
