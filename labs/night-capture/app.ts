import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Html, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { hand, isIn, patience, signIn } from './archive.ts';
import { drawerPage, messagePage, signInPage } from './pages.ts';

const pages: Record<string, (isIn: boolean) => [status: number, page: Html]> = {
  '/': () => [200, signInPage()],
  '/drawer': (inside) =>
    inside
      ? [200, drawerPage()]
      : [403, messagePage('Locked', 'This drawer opens for the conductor, after the sign-in.')],
};
const forms: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
  '/sign-in': answerSignIn,
  '/report': answerReport,
};

serve((request, response) => {
  const path = request.url?.split('?')[0] ?? '/';
  const [page, form] = [Object.hasOwn(pages, path) && pages[path], Object.hasOwn(forms, path) && forms[path]];
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  const isLook = request.method === 'GET' || request.method === 'HEAD';
  if (page && isLook) return sendHtml(response, ...page(isIn(request.headers.cookie)));
  if (form && request.method === 'POST') return void form(request, response);
  if (page || form) {
    response.setHeader('allow', form ? 'POST' : 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not in this key', 'The archive does not play that here.'));
  }
  sendHtml(response, 404, messagePage('A rest', 'Nothing is written here. Count to four and go back.'));
});

async function answerSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!form) return sendHtml(response, 413, signInPage('That is a symphony. The sign-in takes two words.'));
  const wait = patience.signIn.left();
  if (wait > 0) {
    response.setHeader('retry-after', String(wait));
    return sendHtml(response, 429, signInPage(`Five wrong notes. The archive listens again in ${wait} seconds.`));
  }
  const ticket = signIn(form.get('name') ?? '', form.get('word') ?? '');
  if (!ticket) return sendHtml(response, 403, signInPage('Name and word do not belong together.'));
  response.setHeader('set-cookie', `ticket=${ticket}; Path=/; HttpOnly; SameSite=Lax`);
  response.writeHead(303, { location: '/drawer' }).end();
}

async function answerReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!isIn(request.headers.cookie)) {
    return sendHtml(response, 403, messagePage('Locked', 'Reports are handed in at the drawer, after the sign-in.'));
  }
  if (!form) return sendHtml(response, 413, drawerPage({ problem: 'A report is three lines, and this is a novel.' }));
  const [machine = '', time = '', job = ''] = ['machine', 'time', 'job'].map((name) =>
    (form.get(name) ?? '').slice(0, 80),
  );
  const report = { machine, time, job };
  const wait = patience.report.left();
  if (wait > 0) {
    response.setHeader('retry-after', String(wait));
    return sendHtml(
      response,
      429,
      drawerPage({ report, problem: `Sunniva Aas has gone for tea. She reads again in ${wait} seconds.` }),
    );
  }
  if (hand(report)) response.writeHead(303, { location: '/drawer' }).end();
  else
    sendHtml(
      response,
      422,
      drawerPage({ report, problem: 'The report does not hold: at least one of the three is not so.' }),
    );
}
