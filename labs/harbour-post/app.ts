import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { E, isSignature, progress, wall } from './boxes.ts';
import {
  boxPage,
  collected,
  counterPage,
  lettersPage,
  machinePage,
  paintingPage,
  problemPage,
  refused,
  wallPage,
} from './pages.ts';

serve((request, response) => {
  answer(request, response).catch(() => {
    if (response.headersSent) response.destroy();
    else sendHtml(response, 500, problemPage('Jammed', 'The machine has jammed. Pell is looking for the oil.'));
  });
});

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/machine') return sendHtml(response, 200, machinePage);
  // Early visitors do not wait in front of an empty page
  if (path === '/' && !(await Promise.race([wall, sleep(1000)]))) {
    response.setHeader('Refresh', '1');
    return sendHtml(response, 200, paintingPage(progress()));
  }
  const { boxes, parcel, slip } = await wall;
  const sendText = (lines: string[]) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(lines.map((line) => `${line}\n`).join(''));
  };

  if (request.method === 'POST' && path === '/counter') {
    const form = await readForm(request);
    if (!form) {
      const text = 'This is too long. A signature is a hexadecimal number.';
      return sendHtml(response, 413, counterPage(parcel, slip, '', refused(text)));
    }
    const typed = (form.get('signature') ?? '').slice(0, 600);
    const digits = typed.replace(/\s+|^\s*0x/g, '');
    if (!/^[0-9a-f]{1,512}$/i.test(digits)) {
      const text = 'A signature is a hexadecimal number, smaller than n.';
      return sendHtml(response, 422, counterPage(parcel, slip, typed, refused(text)));
    }
    const right = isSignature(BigInt(`0x${digits}`), slip, parcel);
    const outcome = right
      ? collected(readFlag('parcel'))
      : refused('Quill checks it with the key of the box. “This signature was not made with this key.”');
    return sendHtml(response, right ? 200 : 422, counterPage(parcel, slip, typed, outcome));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', path === '/counter' ? 'GET, HEAD, POST' : 'GET, HEAD');
    return sendHtml(response, 405, problemPage('Wrong counter', 'This counter does not support this method.'));
  }
  if (path === '/') return sendHtml(response, 200, wallPage(boxes));
  if (path === '/letters') return sendHtml(response, 200, lettersPage(boxes));
  if (path === '/counter') return sendHtml(response, 200, counterPage(parcel, slip, '', null));
  if (path === '/keys.txt') return sendText(boxes.map(({ number, n }) => `${number} ${E} ${n.toString(16)}`));
  if (path === '/letters.txt') {
    return sendText(boxes.flatMap(({ number, letter }) => (letter ? [`${number} ${letter}`] : [])));
  }
  const box = boxes.find(({ number }) => path === `/box/${number}`);
  if (box) return sendHtml(response, 200, boxPage(box));
  sendHtml(response, 404, problemPage('Unknown address', 'Returned to the sender.'));
}
