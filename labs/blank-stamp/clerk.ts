/** Mr. Blank and his browser: a DOM emulator that reads pages, fetches their resources, and runs no scripts. */
import { STATUS_CODES } from 'node:http';
import { type Element, type HTMLFormElement, Window } from 'happy-dom';
import { normalizeHtml } from '../shared/normalize-html.ts';
import { BOARD, OFFICE } from './names.ts';
import { clerkCookie, office } from './office.ts';
import type { Step } from './step.ts';

/** Maximum resources that it fetches for a page. */
const MAX_RESOURCES = 20;

/**
 * Opens a paper as he does: looks at it, then presses the first button, or follows the first link if there is no
 * button.
 */
export function openPaper(html: string): Step[] {
  const window = new Window({ url: `${BOARD}/paper` });
  try {
    const { document } = window;
    document.write(normalizeHtml(html));
    const steps: Step[] = [];
    const resources =
      'img[src], iframe[src], embed[src], script[src], link[rel=stylesheet][href], audio[src], video[src]';
    for (const one of [...document.querySelectorAll(resources)].slice(0, MAX_RESOURCES)) {
      steps.push(send('The paper loaded', 'GET', one.getAttribute('src') ?? one.getAttribute('href') ?? ''));
    }
    const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content');
    const next = /url\s*=\s*['"]?([^'"]+)/i.exec(refresh ?? '')?.[1];
    return [...steps, next ? send('The paper redirected to', 'GET', next) : press(document.documentElement, window)];
  } catch (error) {
    return [{ why: 'His browser could not read the paper', request: '', outcome: String(error).slice(0, 200) }];
  } finally {
    window.close();
  }
}

function press(page: Element, window: Window): Step {
  for (const button of page.querySelectorAll('button, input[type=submit], input[type=image]')) {
    const owner = button.getAttribute('form');
    const form = (owner ? window.document.getElementById(owner) : button.closest('form')) as HTMLFormElement | null;
    const kind = button.getAttribute('type')?.toLowerCase();
    if (!form || button.hasAttribute('disabled') || kind === 'button' || kind === 'reset') continue;
    const name = button.textContent.trim() || button.getAttribute('value') || 'a button';
    const fields = new URLSearchParams();
    for (const [field, value] of new window.FormData(form, button as never)) {
      if (typeof value === 'string') fields.append(field, value);
    }
    const method = button.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get';
    const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    return send(`He pressed “${name.slice(0, 40)}”`, method.toLowerCase() === 'post' ? 'POST' : 'GET', action, fields);
  }
  const link = page.querySelector('a[href]')?.getAttribute('href');
  if (link) return send('There was no button, so he followed a link to', 'GET', link);
  return { why: 'There was nothing to press', request: '', outcome: 'He put the paper on the other pile.' };
}

function send(why: string, method: string, address: string, fields?: URLSearchParams): Step {
  let url: URL;
  try {
    url = new URL(address, `${BOARD}/paper`);
  } catch {
    return { why, request: address.slice(0, 120), outcome: 'That is not an address.' };
  }
  // A form that is sent with GET replaces the query of its address
  if (method === 'GET' && fields) url.search = fields.toString();
  const request = `${method} ${url.href.slice(0, 300)}`;
  if (url.origin === BOARD) return { why, request, outcome: '404 Not Found. The board only has papers.' };
  if (url.origin !== OFFICE)
    return { why, request, outcome: 'No answer. His browser can only reach the board and the office.' };
  const all = new URLSearchParams([...url.searchParams, ...(method === 'POST' ? (fields ?? []) : [])]);
  const { status, location, reason } = office({ method, path: url.pathname, fields: all, cookie: clerkCookie });
  const more = reason ? `: ${reason}` : location ? `, back to ${location}` : '';
  return { why, request, outcome: `${status} ${STATUS_CODES[status]}${more}` };
}
