/** The visitor's browser: a DOM emulator. It runs in a process of its own (see visit.ts) and has no network but its parent. */
import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow, HTMLElement } from 'happy-dom';
import { tidy } from './tidy.ts';
import type { Answer, Order, Report, Request } from './visit.ts';

/** How long scripts may go on after the page has been read, in milliseconds. */
const STAY = 2500;

/** Events of elements that nobody has to touch. */
const FORGOTTEN: [selector: string, event: string][] = [
  ['svg, style', 'load'],
  ['details[open]', 'toggle'],
  ['video[src], audio[src], source, object[data], embed[src]', 'error'],
  ['animate, set', 'begin'],
  ['marquee', 'start'],
];

export async function browse(): Promise<void> {
  // Loaded here, since only this process needs it
  const { Browser, Document, Location, VirtualConsoleLogLevelEnum } = await import('happy-dom');
  const noted: string[] = [];
  const note = (error: unknown) => noted.push(String(error).split('\n')[0] ?? '');
  process.on('uncaughtException', note).on('unhandledRejection', note);

  const order = await new Promise<Order>((resolve) => process.once('message', resolve));
  process.on('message', take);
  const home = new URL(order.url).origin;
  lendAddress(Location.prototype, order.url);
  const { write } = Document.prototype;
  Document.prototype.write = function (html) {
    if (this.location.protocol !== 'about:') return write.call(this, html);
    // A frame with srcdoc, which comes without the steps of a page that was fetched
    write.call(this, tidy(String(html)));
    setImmediate(() => this.defaultView && wake(this.defaultView));
  };
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      enableImageFileLoading: true,
      enableIframePageLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      navigation: { beforeContentCallback: (window) => window.addEventListener('load', () => wake(window)) },
      fetch: {
        interceptor: {
          beforeAsyncRequest: async ({ request, window }) => {
            const { protocol, origin, pathname, search } = new URL(request.url);
            if (protocol === 'data:') return;
            if (origin !== home) throw new window.TypeError(`${origin} does not answer`);
            const answer = await ask({
              method: request.method,
              path: pathname + search,
              type: request.headers.get('content-type') ?? '',
              body: new Uint8Array(request.body ? await request.arrayBuffer() : new ArrayBuffer(0)),
              withCookie: request.credentials !== 'omit',
            });
            const text = Buffer.from(answer.body).toString();
            const page = answer.type.startsWith('text/html') ? tidy(text) : text;
            return new window.Response(page, {
              status: answer.status,
              statusText: STATUS_CODES[answer.status],
              headers: { 'content-type': answer.type },
            });
          },
          beforeSyncRequest: ({ request, window }) => {
            if (request.url.startsWith('data:')) return;
            throw new window.TypeError('this browser does not wait for answers: use fetch');
          },
        },
      },
    },
  });
  const page = browser.newPage();
  await page.goto(order.url).catch(note);
  await Promise.race([page.waitUntilComplete().catch(note), sleep(STAY)]);
  for (const { level, message } of page.virtualConsolePrinter.read()) {
    if (level === VirtualConsoleLogLevelEnum.error) note(message.join(' '));
  }
  process.send?.({ noted } satisfies Report, () => process.exit());
}

/** Does what a browser does by itself once a page is there, and the emulator doesn't. */
function wake({ document, Event }: BrowserWindow): void {
  document.dispatchEvent(new Event('DOMContentLoaded'));
  for (const [selector, event] of FORGOTTEN) {
    for (const element of document.querySelectorAll(selector)) element.dispatchEvent(new Event(event));
  }
  document.querySelector<HTMLElement>('[autofocus]')?.focus();
}

/** Frames without an address of their own (`srcdoc`, `javascript:`) resolve addresses as their page does; the emulator can't. */
function lendAddress(location: object, address: string): void {
  const href = Object.getOwnPropertyDescriptor(location, 'href');
  if (!href?.get) return;
  const { get } = href;
  Object.defineProperty(location, 'href', {
    ...href,
    get() {
      const own: string = get.call(this);
      return own.startsWith('about:') ? address : own;
    },
  });
}

const waiting = new Map<number, (answer: Answer) => void>();
let count = 0;

/** Hands a request to the parent, which knows the cookie. */
function ask(request: Request): Promise<Answer> {
  const id = count++;
  process.send?.({ id, request });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function take({ id, answer }: { id: number; answer: Answer }): void {
  waiting.get(id)?.(answer);
  waiting.delete(id);
}
