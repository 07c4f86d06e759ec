/** The moderator's browser, a DOM emulator. It runs in a child process, and its only network is the parent. */
import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow, HTMLElement } from 'happy-dom';
import { normalizeHtml } from '../shared/normalize-html.ts';
import { joinVisit, rejectSyncRequest } from '../shared/visitor-process.ts';
import type { Answer, Request } from './network.ts';

/** Milliseconds that scripts may run after the page has loaded. */
const MAX_SCRIPT_MS = 2500;

/** Events of elements that fire without user input, and that the emulator does not fire. */
const AUTOMATIC_EVENTS: [selector: string, event: string][] = [
  ['svg, style', 'load'],
  ['details[open]', 'toggle'],
  ['video[src], audio[src], source, object[data], embed[src]', 'error'],
  ['animate, set', 'begin'],
  ['marquee', 'start'],
];

export async function browse(): Promise<void> {
  // Loaded here, because only this process needs it
  const { Browser, Document, Location, VirtualConsoleLogLevelEnum } = await import('happy-dom');
  const { url, note, ask, finish } = await joinVisit<Request, Answer>();
  const home = new URL(url).origin;
  lendAddress(Location.prototype, url);
  const { write } = Document.prototype;
  Document.prototype.write = function (html) {
    if (this.location.protocol !== 'about:') return write.call(this, html);
    // A frame with srcdoc skips the steps of a fetched page
    write.call(this, normalizeHtml(String(html)));
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
            const page = answer.type.startsWith('text/html') ? normalizeHtml(text) : text;
            return new window.Response(page, {
              status: answer.status,
              statusText: STATUS_CODES[answer.status],
              headers: { 'content-type': answer.type },
            });
          },
          beforeSyncRequest: rejectSyncRequest,
        },
      },
    },
  });
  const page = browser.newPage();
  await page.goto(url).catch(note);
  await Promise.race([page.waitUntilComplete().catch(note), sleep(MAX_SCRIPT_MS)]);
  for (const { level, message } of page.virtualConsolePrinter.read()) {
    if (level === VirtualConsoleLogLevelEnum.error) note(message.join(' '));
  }
  finish();
}

/** Fires the events that a browser fires after a page has loaded, and the emulator does not. */
function wake({ document, Event }: BrowserWindow): void {
  document.dispatchEvent(new Event('DOMContentLoaded'));
  for (const [selector, event] of AUTOMATIC_EVENTS) {
    for (const element of document.querySelectorAll(selector)) element.dispatchEvent(new Event(event));
  }
  document.querySelector<HTMLElement>('[autofocus]')?.focus();
}

/**
 * Frames without their own address (`srcdoc`, `javascript:`) resolve addresses as their page does, which the emulator
 * does not.
 */
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
