import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Html, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { counterPage, lettersPage, messagePage, pigeonholePage } from './pages.ts';
import { agnes, felix } from './people.ts';
import { ask, conversation, notesFor, send, sentLetters, startOver } from './post.ts';

serve((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/style.css' || path === '/parrot.svg') return sendPublic(response, path.slice(1));
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST') return answerForm(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage('Not possible', 'This page does not support this method.'));
  }
  const [status, page] = pageAt(path);
  sendHtml(response, status, page);
});

function pageAt(path: string): [status: number, page: Html] {
  if (path === '/') return [200, counterPage(conversation())];
  if (path === '/letters') return [200, lettersPage(sentLetters())];
  if (path === '/pigeonhole') return [200, pigeonholePage(notesFor(felix))];
  return [404, messagePage('Not found', 'This address does not exist.')];
}

async function answerForm(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!form) return sendHtml(response, 413, messagePage('Overweight', 'This text is too long.'));
  const goTo = (target: string) => void response.writeHead(303, { location: target }).end();
  if (path === '/ask') {
    const question = (form.get('question') ?? '').trim().slice(0, 500);
    if (question !== '') ask(question);
    return goTo('/#said-last');
  }
  if (path === '/start-over') {
    startOver();
    return goTo('/');
  }
  if (path === '/letters') {
    const text = (form.get('text') ?? '').trim().slice(0, 1500);
    if (text === '') return sendHtml(response, 400, lettersPage(sentLetters(), 'The letter is empty.'));
    send(form.get('to') === 'dorn' ? agnes : felix, text);
    return goTo('/letters#sent');
  }
  sendHtml(response, 404, messagePage('Not found', 'This address accepts no forms.'));
}
