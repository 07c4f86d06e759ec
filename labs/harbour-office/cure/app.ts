import { sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { answerCounter } from './counter.ts';
import { answerOrder, isStruckOut } from './order.ts';
import { messagePage, paperPage } from './pages.ts';
import { freed, ORDER, papers } from './papers.ts';

serve((request, response) => {
  const { pathname } = new URL(`http://office${request.url ?? '/'}`);
  if (pathname === ORDER) return answerOrder(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not done here', 'The office does not do that with this page.'));
  }
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  if (pathname === '/counter') return answerCounter(request, response);

  const paper = papers.find(({ path }) => path === pathname);
  if (paper) return sendHtml(response, 200, paperPage(isStruckOut() ? freed(paper) : paper));
  // The copies stay in the cabinet: nobody who asks from outside has shown to belong to the office
  if (papers.some(({ file }) => file === pathname)) {
    return sendHtml(response, 403, messagePage('Not from outside', 'The office reads its files in the office.'));
  }
  sendHtml(response, 404, messagePage('Not on file', 'There is nothing under this address, not even in the cellar.'));
});
