/** The operator's browser, a DOM emulator. It runs in a child process, and its only network is the parent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserWindow, Element } from 'happy-dom';
import { normalizeHtml } from '../shared/normalize-html.ts';
import { joinVisit, rejectSyncRequest, type VisitorProcess } from '../shared/visitor-process.ts';
import { link, offerWindows } from './frame.ts';
import { PANEL } from './names.ts';
import type { Answer, Request } from './network.ts';
import { noteActivity, quietFor } from './pulse.ts';

type Visitor = VisitorProcess<Request, Answer>;

/** Milliseconds without a request or a message after which the visit ends, and its maximum duration. */
const QUIET_MS = 1500;
const MAX_STAY_MS = 5000;

/** Events of elements that fire without user input, and that the emulator does not fire. */
const AUTOMATIC_EVENTS: [selector: string, event: string][] = [
  ['svg', 'load'],
  ['details[open]', 'toggle'],
  ['video[src], audio[src], source', 'error'],
];

export async function browse(): Promise<void> {
  // Loaded here, because only this process needs it
  const happyDom = await import('happy-dom');
  harden(happyDom);
  const visitor: Visitor = await joinVisit();
  const { url, note, finish } = visitor;

  // Two browsers, because the emulator does not isolate a page and its frame as a real one does
  const { parent, top } = happyDom.PropertySymbol;
  const open = (from: Request['from'], prepare: (window: BrowserWindow) => void) =>
    makeBrowser(happyDom, from, visitor, prepare).newPage();
  const site = open('site', (window) =>
    link(window, new URL(url).origin, note, (connect) => {
      const panel = open('panel', (window) =>
        Object.assign(window, { [parent]: connect(window), [top]: connect(window) }),
      );
      return panel
        .goto(`${PANEL}/`)
        .catch(note)
        .then(() => collect(panel));
    }),
  );
  const collect = (page: typeof site) => {
    for (const { level, message } of page.virtualConsolePrinter.read()) {
      const text = message.join(' ');
      // The emulator does not know that the frame is filled later
      const isFrame = text.includes(`Failed to load iframe page "${PANEL}`);
      if (level === happyDom.VirtualConsoleLogLevelEnum.error && !isFrame) note(text);
    }
  };
  const start = Date.now();
  noteActivity();
  await Promise.race([site.goto(url).catch(note), sleep(MAX_STAY_MS)]);
  while (quietFor() < QUIET_MS && Date.now() - start < MAX_STAY_MS) await sleep(50);
  collect(site);
  finish();
}

function makeBrowser(
  { Browser, BrowserNavigationCrossOriginPolicyEnum }: typeof import('happy-dom'),
  from: Request['from'],
  { note, ask }: Visitor,
  prepare: (window: BrowserWindow) => void,
): Browser {
  return new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      enableImageFileLoading: true,
      disableIframePageLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      navigation: {
        crossOriginPolicy: BrowserNavigationCrossOriginPolicyEnum.sameOrigin,
        disableChildPageNavigation: true,
        disableChildFrameNavigation: true,
        beforeContentCallback: (window) => {
          window.addEventListener('load', () => window.document.dispatchEvent(new window.Event('DOMContentLoaded')));
          prepare(window);
        },
      },
      fetch: {
        interceptor: {
          beforeAsyncRequest: async ({ request, window }) => {
            if (request.url.startsWith('data:')) return;
            noteActivity();
            const answer = await ask({
              from,
              method: request.method,
              url: request.url,
              headers: [...request.headers],
              body: new Uint8Array(request.body ? await request.arrayBuffer() : new ArrayBuffer(0)),
            })
              .finally(noteActivity)
              .catch((error: Error) => {
                note(error.message);
                throw new window.TypeError('Failed to fetch');
              });
            const { status, type, body } = answer;
            const text = Buffer.from(body).toString();
            const page = type.startsWith('text/html') ? normalizeHtml(text) : text;
            return new window.Response(page, { status, headers: { 'content-type': type } });
          },
          beforeSyncRequest: rejectSyncRequest,
        },
      },
    },
  });
}

/**
 * Adds what the emulator lacks, then freezes its classes, which the two browsers share, so that one page cannot change
 * them for the other.
 */
function harden(happyDom: typeof import('happy-dom')): void {
  // Markup from innerHTML is also read as a browser reads it
  const { get, set } = Object.getOwnPropertyDescriptor(happyDom.Element.prototype, 'innerHTML') ?? {};
  Object.defineProperty(happyDom.Element.prototype, 'innerHTML', {
    get,
    set(this: Element, markup: unknown) {
      set?.call(this, normalizeHtml(String(markup)));
      for (const [selector, event] of AUTOMATIC_EVENTS) {
        for (const one of this.querySelectorAll(selector)) one.dispatchEvent(new happyDom.Event(event));
      }
    },
  });
  offerWindows(happyDom.HTMLIFrameElement);
  const shared = [...Object.values(happyDom), Object, Array, Map, Set, WeakMap, Promise, RegExp, String];
  for (const one of shared as { prototype?: unknown }[]) {
    // Errors assign to their own name, so the base class of errors must stay writable
    for (let at = one.prototype; at && at !== Error.prototype; at = Object.getPrototypeOf(at)) Object.freeze(at);
  }
}
