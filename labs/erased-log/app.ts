import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { findings, handIn, isTaken, restOf } from './board.ts';
import { inquiryPage, messagePage } from './pages.ts';

serve((request, response) => {
  const path = request.url?.split('?')[0] ?? '/';
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  const isLook = request.method === 'GET' || request.method === 'HEAD';
  if (path === '/' && isLook) return sendHtml(response, 200, inquiryPage());
  const finding = findings.find(({ id }) => path === `/findings/${id}`);
  if (finding && request.method === 'POST') return answer(finding, request, response);
  if (finding || path === '/') {
    response.setHeader('allow', finding ? 'POST' : 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not possible', 'The Board has no form for that.'));
  }
  sendHtml(response, 404, messagePage('Not in the files', 'This page does not exist.'));
});

async function answer(
  finding: (typeof findings)[number],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!form)
    return sendHtml(response, 413, inquiryPage({ finding, problem: 'The Board reads one line. This was a novel.' }));
  if (isTaken(finding)) return void response.writeHead(303, { location: '/' }).end();
  const values = Object.fromEntries(finding.fields.map(({ name }) => [name, (form.get(name) ?? '').slice(0, 80)]));
  const rest = restOf(finding);
  if (rest > 0) {
    response.setHeader('retry-after', String(rest));
    return sendHtml(
      response,
      429,
      inquiryPage({ finding, values, problem: `The clerk is resting her eyes. ${rest} more seconds.` }),
    );
  }
  if (handIn(finding, values)) return void response.writeHead(303, { location: '/' }).end();
  sendHtml(response, 422, inquiryPage({ finding, values, problem: 'The Board has checked this, and it is wrong.' }));
}
