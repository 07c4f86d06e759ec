/** The operator's browser, a DOM emulator. It runs in a child process, and its only network is the parent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserWindow, Element } from 'happy-dom';
import { normalizeHtml } from '../shared/normalize-html.ts';
import { joinVisit, rejectSyncRequest, type VisitorProcess } from '../shared/visitor-process.ts';
import { link, offerWindows } from './frame.ts';
import { PANEL } from './names.ts';
import type { Answer, Request } from './network.ts';
import { heard, quietFor } from './pulse.ts';

type Visitor = VisitorProcess<Request, Answer>;

/** Milliseconds without a request or a message after which nothing more is to be expected; and how long she stays at most. */
const QUIET = 1500;
const STAY = 5000;

/** Events of elements that nobody has to touch. */
const FORGOTTEN: [selector: string, event: string][] = [
  ['svg', 'load'],
  ['details[open]', 'toggle'],
  ['video[src], audio[src], source', 'error'],
];

export async function browse(): Promise<void> {
  // Loaded here, since only this process needs it
  const happyDom = await import('happy-dom');
  harden(happyDom);
  const visitor: Visitor = await joinVisit();
  const { url, note, finish } = visitor;

  // Two browsers, since the emulator doesn't keep a page and its frame apart as a real one does
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
      // The emulator can't know that the frame is filled after all
      const isFrame = text.includes(`Failed to load iframe page "${PANEL}`);
      if (level === happyDom.VirtualConsoleLogLevelEnum.error && !isFrame) note(text);
    }
  };
  const start = Date.now();
  heard();
  await Promise.race([site.goto(url).catch(note), sleep(STAY)]);
  while (quietFor() < QUIET && Date.now() - start < STAY) await sleep(50);
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
            heard();
            const answer = await ask({
              from,
              method: request.method,
              url: request.url,
              headers: [...request.headers],
              body: new Uint8Array(request.body ? await request.arrayBuffer() : new ArrayBuffer(0)),
            })
              .finally(heard)
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
 * Makes good what the emulator lacks, then shuts its classes, which the two browsers have in common: nothing that one page writes into
 * them may reach the other.
 */
function harden(happyDom: typeof import('happy-dom')): void {
  // Markup that comes by innerHTML is read as a browser reads it, too
  const { get, set } = Object.getOwnPropertyDescriptor(happyDom.Element.prototype, 'innerHTML') ?? {};
  Object.defineProperty(happyDom.Element.prototype, 'innerHTML', {
    get,
    set(this: Element, markup: unknown) {
      set?.call(this, normalizeHtml(String(markup)));
      for (const [selector, event] of FORGOTTEN) {
        for (const one of this.querySelectorAll(selector)) one.dispatchEvent(new happyDom.Event(event));
      }
    },
  });
  offerWindows(happyDom.HTMLIFrameElement);
  const shared = [...Object.values(happyDom), Object, Array, Map, Set, WeakMap, Promise, RegExp, String];
  for (const one of shared as { prototype?: unknown }[]) {
    // An error gets its name by assignment, so the class of all errors has to stay open
    for (let at = one.prototype; at && at !== Error.prototype; at = Object.getPrototypeOf(at)) Object.freeze(at);
  }
}
