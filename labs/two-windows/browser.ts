/** The inspector's browser, a DOM emulator. It runs in a child process, and its only network is the parent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow } from 'happy-dom';
import { normalizeHtml } from '../shared/normalize-html.ts';
import { joinVisit, rejectSyncRequest } from '../shared/visitor-process.ts';
import type { Answer, Request } from './network.ts';

/** Milliseconds that scripts may run after the page has loaded. */
const MAX_SCRIPT_MS = 2500;

export async function browse(): Promise<void> {
  // Loaded here, because only this process needs it
  const { Browser, BrowserNavigationCrossOriginPolicyEnum, VirtualConsoleLogLevelEnum } = await import('happy-dom');
  const { url, note, ask, finish } = await joinVisit<Request, Answer>();
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      enableImageFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      navigation: {
        // One tab, because the emulator does not isolate pages of two origins
        crossOriginPolicy: BrowserNavigationCrossOriginPolicyEnum.sameOrigin,
        disableChildPageNavigation: true,
        disableChildFrameNavigation: true,
        beforeContentCallback: (window) => window.addEventListener('load', () => wake(window)),
      },
      fetch: {
        interceptor: {
          beforeAsyncRequest: async ({ request, window }) => {
            if (request.url.startsWith('data:')) return;
            const answer = await ask({
              method: request.method,
              url: request.url,
              headers: [...request.headers],
              body: new Uint8Array(request.body ? await request.arrayBuffer() : new ArrayBuffer(0)),
              credentials: request.credentials,
              mode: request.mode,
            }).catch((error: Error) => {
              note(error.message);
              throw new window.TypeError('Failed to fetch');
            });
            const { status, headers, body, opaque } = answer;
            const text = Buffer.from(body).toString();
            const page = headers['content-type']?.startsWith('text/html') ? normalizeHtml(text) : text;
            const response = new window.Response(page, { status, headers });
            // A page cannot read the answer to a request in the mode no-cors
            const hidden = { type: { value: 'opaque' }, status: { value: 0 }, ok: { value: false } };
            return opaque ? Object.defineProperties(response, hidden) : response;
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

/** Fires the event that a browser fires and the emulator does not. */
function wake({ document, Event }: BrowserWindow): void {
  document.dispatchEvent(new Event('DOMContentLoaded'));
}
