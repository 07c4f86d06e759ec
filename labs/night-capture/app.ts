import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Html, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { hand, isIn, patience, signIn } from './archive.ts';
import { drawerPage, messagePage, signInPage } from './pages.ts';

const pages: Record<string, (isIn: boolean) => [status: number, page: Html]> = {
  '/': () => [200, signInPage()],
  '/drawer': (inside) =>
    inside
      ? [200, drawerPage()]
      : [403, messagePage('Locked', 'Only the conductor can open this drawer. Sign in first.')],
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
    return sendHtml(response, 405, messagePage('Not possible', 'The archive does not support this method.'));
  }
  sendHtml(response, 404, messagePage('A rest', 'This page is empty. Count to four and go back.'));
});

async function answerSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!form)
    return sendHtml(response, 413, signInPage('This form is too long. The sign-in needs a name and a password.'));
  const wait = patience.signIn.left();
  if (wait > 0) {
    response.setHeader('retry-after', String(wait));
    return sendHtml(response, 429, signInPage(`Five wrong passwords. Try again in ${wait} seconds.`));
  }
  const ticket = signIn(form.get('name') ?? '', form.get('word') ?? '');
  if (!ticket) return sendHtml(response, 403, signInPage('Wrong name or password.'));
  response.setHeader('set-cookie', `ticket=${ticket}; Path=/; HttpOnly; SameSite=Lax`);
  response.writeHead(303, { location: '/drawer' }).end();
}

async function answerReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  if (!isIn(request.headers.cookie)) {
    return sendHtml(
      response,
      403,
      messagePage('Locked', 'Sign in first. Then you can hand in the report at the drawer.'),
    );
  }
  if (!form) return sendHtml(response, 413, drawerPage({ problem: 'This report is too long. It has three lines.' }));
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
      drawerPage({ report, problem: `Sunniva Aas is having tea. She reads the next report in ${wait} seconds.` }),
    );
  }
  if (hand(report)) response.writeHead(303, { location: '/drawer' }).end();
  else
    sendHtml(
      response,
      422,
      drawerPage({ report, problem: 'The report is wrong: at least one of the three facts is not true.' }),
    );
}
