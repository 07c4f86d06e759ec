import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { execute } from './console.ts';
import { NUMBER, write } from './edda.ts';
import { type Exchange, keep } from './exchange.ts';
import { Internet } from './internet.ts';
import { appPage, domainsPage, messagePage, messagesPage, phonePage } from './pages.ts';
import { Phone } from './phone.ts';

const internet = new Internet();
const board = () => [
  `Password of the watch: ${readFlag('board')}`,
  'Varde ferry, 17:20, with a tuba on deck. Give it room.',
  `Harbour master, at all hours: ${NUMBER}. She opens every link, so keep it short.`,
];
const ines = new Phone(
  { name: 'Ines Calloway', isPilot: false, token: `session-${randomBytes(9).toString('hex')}` },
  internet,
  board,
);
const edda = new Phone({ name: 'Edda Vane', isPilot: true, token: readFlag('session') }, internet, board);

const typed: Exchange[] = [];
const written: Exchange[] = [];

/** Maximum bytes of a form. */
const MAX_BYTES = 8192;

/** Runs the action of a form. Returns where to go next. */
const forms: Record<string, (fields: URLSearchParams) => string> = {
  '/console': (fields) => {
    const sent = (fields.get('command') ?? '').slice(0, 1000);
    keep(typed, { sent, answered: execute(sent, ines) });
    return '/#console';
  },
  '/press': (fields) => {
    ines.press(fields.get('button') ?? '');
    return '/';
  },
  '/domains': (fields) => {
    refusal = internet.register((fields.get('name') ?? '').trim().toLowerCase().slice(0, 100)) ?? '';
    return '/domains';
  },
  '/messages': (fields) => {
    const number = (fields.get('number') ?? '').slice(0, 60);
    const link = (fields.get('link') ?? '').trim().slice(0, 1000);
    keep(written, { sent: `To ${number}: ${link}`, answered: write(number, link, edda) });
    return '/messages';
  },
};
/** Why the last name was not registered. */
let refusal = '';

serve((request, response) => {
  const path = request.url?.split('?')[0] ?? '/';
  if (request.method === 'POST') return takeForm(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage('Not on this phone', 'The phone cannot do that.'));
  }
  response.setHeader('Cache-Control', 'no-store');
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, phonePage(ines, typed));
  if (path === '/app') return sendHtml(response, 200, appPage());
  if (path === '/domains') return sendHtml(response, 200, domainsPage(internet, refusal));
  if (path === '/messages') return sendHtml(response, 200, messagesPage(written));
  sendHtml(response, 404, messagePage('No such screen', 'Swiped too far. This screen does not exist.'));
});

async function takeForm(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = await readForm(request, { limit: MAX_BYTES });
  const form = Object.hasOwn(forms, path) ? forms[path] : undefined;
  if (!form)
    return sendHtml(response, 404, messagePage('No such screen', 'Swiped too far. This screen does not exist.'));
  if (!fields) {
    return sendHtml(response, 413, messagePage('Too long', 'A message can have up to 900 characters.'));
  }
  response.writeHead(303, { location: form(fields) }).end();
}
