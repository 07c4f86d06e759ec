/** The visitor's browser: a DOM emulator. It runs in a process of its own (see visit.ts) and has no network but its parent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow } from 'happy-dom';
import type { Request } from './network.ts';
import { tidy } from './tidy.ts';
import type { Reply, Report } from './visit.ts';

/** How long scripts may go on after the page has been read, in milliseconds. */
const STAY = 2500;

export async function browse(): Promise<void> {
  // Loaded here, since only this process needs it
  const { Browser, BrowserNavigationCrossOriginPolicyEnum, VirtualConsoleLogLevelEnum } = await import('happy-dom');
  const noted: string[] = [];
  const note = (error: unknown) => noted.push(String(error).split('\n')[0] ?? '');
  process.on('uncaughtException', note).on('unhandledRejection', note);

  const { url } = await new Promise<{ url: string }>((resolve) => process.once('message', resolve));
  process.on('message', take);
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      enableImageFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      navigation: {
        // One tab: the emulator doesn't keep pages of two origins apart as a browser does
        crossOriginPolicy: BrowserNavigationCrossOriginPolicyEnum.sameOrigin,
        disableChildPageNavigation: true,
        disableChildFrameNavigation: true,
        beforeContentCallback: (window) => window.addEventListener('load', () => wake(window)),
      },
      fetch: {
        interceptor: {
          beforeAsyncRequest: async ({ request, window }) => {
            if (request.url.startsWith('data:')) return;
            const reply = await ask({
              method: request.method,
              url: request.url,
              headers: [...request.headers],
              body: new Uint8Array(request.body ? await request.arrayBuffer() : new ArrayBuffer(0)),
              credentials: request.credentials,
              mode: request.mode,
            });
            if ('blocked' in reply) {
              note(reply.blocked);
              throw new window.TypeError('Failed to fetch');
            }
            const { status, headers, body, opaque } = reply.answer;
            const text = Buffer.from(body).toString();
            const page = headers['content-type']?.startsWith('text/html') ? tidy(text) : text;
            const response = new window.Response(page, { status, headers });
            // What was sent without CORS is sealed: a page can't look into it
            const sealed = { type: { value: 'opaque' }, status: { value: 0 }, ok: { value: false } };
            return opaque ? Object.defineProperties(response, sealed) : response;
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
  await page.goto(url).catch(note);
  await Promise.race([page.waitUntilComplete().catch(note), sleep(STAY)]);
  for (const { level, message } of page.virtualConsolePrinter.read()) {
    if (level === VirtualConsoleLogLevelEnum.error) note(message.join(' '));
  }
  process.send?.({ noted } satisfies Report, () => process.exit());
}

/** A browser fires this by itself, and the emulator doesn't. */
function wake({ document, Event }: BrowserWindow): void {
  document.dispatchEvent(new Event('DOMContentLoaded'));
}

const waiting = new Map<number, (reply: Reply) => void>();
let count = 0;

/** Hands a request to the parent. */
function ask(request: Request): Promise<Reply> {
  const id = count++;
  process.send?.({ id, request });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function take({ id, reply }: { id: number; reply: Reply }): void {
  waiting.get(id)?.(reply);
  waiting.delete(id);
}
