import { readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { answerCounter } from './counter.ts';
import { answerOrder, isStruckOut } from './order.ts';
import { filePage, messagePage, paperPage } from './pages.ts';
import { freed, ORDER, papers } from './papers.ts';

serve((request, response) => {
  const { pathname } = new URL(`http://office${request.url ?? '/'}`);
  if (pathname === ORDER) return answerOrder(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not done here', 'This page does not support this method.'));
  }
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  if (pathname === '/counter') return answerCounter(request, response);

  const paper = papers.find(({ path }) => path === pathname);
  if (paper) {
    // The hole: a header for the filing cabinet is sent to every visitor
    response.setHeader('X-Filed-Under', paper.file);
    return sendHtml(response, 200, paperPage(isStruckOut() ? freed(paper) : paper));
  }
  const filed = papers.find(({ file }) => file === pathname);
  if (filed) {
    const now = isStruckOut() ? freed(filed) : filed;
    return sendHtml(response, 200, filePage(now, filed.path === '/berths' ? readFlag('file') : undefined));
  }
  sendHtml(response, 404, messagePage('Not found', 'This address is not in our files, not even in the cellar.'));
});
