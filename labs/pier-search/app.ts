import { sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { isDatabaseProcess } from '../shared/database-process.ts';
import { answerQuestions, ask } from './database.ts';
import { clerksPage, messagePage, searchPage } from './pages.ts';
import { search } from './question.ts';

const MAX_WORD_LENGTH = 600;

// The same file runs twice: as the website, and in a child process as the database
if (isDatabaseProcess()) void answerQuestions();
else answerVisitors();

function answerVisitors(): void {
  serve(async (request, response) => {
    const url = URL.canParse(request.url ?? '/', 'http://pier')
      ? new URL(request.url ?? '/', 'http://pier')
      : undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendHtml(response, 405, messagePage('Not at this pier', 'You can only search this index.'));
    }
    if (url?.pathname === '/style.css') return sendPublic(response, 'style.css');
    if (url?.pathname === '/clerks') return sendHtml(response, 200, clerksPage());
    if (url?.pathname !== '/') {
      return sendHtml(response, 404, messagePage('No such shed', 'This page does not exist. The pier ends here.'));
    }
    const word = url.searchParams.get('q') ?? '';
    if (word === '') return sendHtml(response, 200, searchPage(''));
    if (word.length > MAX_WORD_LENGTH) {
      return sendHtml(response, 400, searchPage('', { error: 'a search can have up to six hundred characters' }));
    }
    const answer = await ask(search(word));
    sendHtml(response, 'error' in answer ? 400 : 200, searchPage(word, answer));
  });
}
