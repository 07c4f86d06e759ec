import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { isDatabaseProcess } from '../shared/database-process.ts';
import { answerQuestions, ask } from './database.ts';
import { hangsUp, MAX_LENGTH } from './keeper.ts';
import { homePage, lampPage, silencePage } from './pages.ts';
import { isLit } from './question.ts';

// The same file runs twice: as the website, and in a child process as the database
if (isDatabaseProcess()) void answerQuestions();
else serve(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, silencePage('Not possible', 'You can only ask the keeper.'));
  }
  const url = URL.canParse(request.url ?? '/', 'http://rock') ? new URL(request.url ?? '/', 'http://rock') : undefined;
  if (url?.pathname === '/style.css') return sendPublic(response, 'style.css');
  if (url?.pathname === '/') return sendHtml(response, 200, homePage());
  if (url?.pathname !== '/lamp') {
    return sendHtml(response, 404, silencePage('Not found', 'There is no light at this address.'));
  }

  const name = url.searchParams.get('name') ?? '';
  if (name.length > MAX_LENGTH) {
    const text = `He has stopped listening. A name can have up to ${MAX_LENGTH} characters.`;
    return sendHtml(response, 400, silencePage('He has stopped listening', text));
  }
  if (hangsUp(name)) {
    const text = 'He does not accept certain words, and no spaces.';
    return sendHtml(response, 400, silencePage('He has hung up', text));
  }
  const lit = await ask(isLit(name));
  if (lit === undefined) {
    response.setHeader('Retry-After', '1');
    return sendHtml(response, 503, silencePage('Engaged', 'The line is busy. Try again with a simpler question.'));
  }
  sendHtml(response, 200, lampPage(lit));
}
