import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';

let opened: Promise<Browser> | undefined;

const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the browser around it, whose own pages take as much of the processor as the tests' pages do. */
const shell = '/usr/bin/chromium-headless-shell';

/**
 * The browser of this worker, which all its files share; what belongs to one visitor is in a context of its own. It ends
 * with the worker.
 */
export async function openBrowser(): Promise<Browser> {
  if (!(await opened)?.isConnected()) opened = launchFirst([shell, ...windowed]);
  return opened as Promise<Browser>;
}

/** The whole Chromium where there is one: what is measured is what people use. */
export const launch = (...moreArgs: string[]): Promise<Browser> => launchFirst([...windowed, shell], moreArgs);

/** Starts the browser of CHROMIUM_PATH, else the first of these that is installed. */
function launchFirst(paths: string[], moreArgs: string[] = []): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH, ...paths].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('No Chromium was found. Set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    // In a container the sandbox cannot be set up by root; the rest keeps Chromium from calling home.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...moreArgs,
    ],
  });
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors of the console and of scripts so far, with the page they came from. */
  errors: string[];
}

interface Look {
  theme?: 'dark' | 'light';
  width?: number;
  height?: number;
  reducedMotion?: boolean;
  /** A phone, which is touched. */
  touch?: boolean;
  /** Whether the visitor has not said yet what may load, and is asked. Others have declined all of it. */
  undecided?: boolean;
  /** Whether the service worker may run; tests that hold requests back would not see those that it answers. */
  offline?: boolean;
  /** Names that the browser finds on this machine (`--host-resolver-rules`), and that pages may ask. */
  hosts?: string[];
}

/** What the consent manager keeps of a visitor who has declined everything; cookies know no ports. */
const declined = ['http://localhost', 'http://127.0.0.1'].map((url) => ({
  url,
  name: 'klaro',
  value: encodeURIComponent(JSON.stringify({ platform: true, paddle: true, matomo: false, youtube: false })),
}));

/** A little less than a test may take, so that the failure names what was waited for. */
const longestWaitMs = 100_000;

/** A fresh profile. Requests to anywhere but the platform fail the test through `errors`. */
export async function newVisitor(browser: Browser, options: Look = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 860 },
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    serviceWorkers: options.offline ? 'allow' : 'block',
  });
  // A busy machine takes longer than the usual 30 s, for the trial of a whole curriculum for example.
  context.setDefaultTimeout(longestWaitMs);
  if (!options.undecided) await context.addCookies(declined);
  const { theme, hosts } = options;
  if (theme) {
    await context.addInitScript((value) => {
      // An empty window has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('theme', value);
    }, theme);
  }
  const page = await context.newPage();
  const errors: string[] = [];
  watch(page, errors, hosts);
  context.on('page', (opened) => watch(opened, errors, hosts));
  return { context, page, errors };
}

/** What a page has asked for: how often so far, and what has not arrived yet. */
const traffic = new WeakMap<Page, { asked: number; open: Set<Request> }>();

function watchTraffic(page: Page): void {
  const known = { asked: 0, open: new Set<Request>() };
  traffic.set(page, known);
  page.on('request', (request) => {
    // What the page before it still asked for is dropped with that page, and not always with a word.
    if (opensPage(request)) known.open.clear();
    known.asked += 1;
    known.open.add(request);
  });
  page.on('requestfinished', (request) => known.open.delete(request));
  page.on('requestfailed', (request) => known.open.delete(request));
}

function opensPage(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // A frame inside of a page may not be there yet; a page is.
    return false;
  }
}

/**
 * Waits until a visitor's page has come to rest: it has loaded, what it asked for has arrived, and the browser has
 * nothing left to do, which it says after the page has hydrated and drawn. `networkidle` waits half a second for that.
 */
export async function settled(page: Page): Promise<void> {
  const known = traffic.get(page);
  if (!known) throw new Error('Only pages of newVisitor() are watched.');
  await page.waitForLoadState('load');
  // A page asks for its scripts once it has been drawn. A page that only the browser draws wakes before its route has come.
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: { state: { status: string } } };
    return document.documentElement.dataset.unhydrated === undefined && router?.state.status !== 'pending';
  });
  const deadline = Date.now() + 60_000;
  for (let before = -1; before !== known.asked || known.open.size > 0; ) {
    if (Date.now() > deadline) {
      const open = [...known.open].map((request) => request.url());
      throw new Error(`${page.url()} does not come to rest. It waits for ${open.join(', ') || 'nothing'}.`);
    }
    before = known.asked;
    await page.evaluate(async () => {
      for (let turns = 0; turns < 2; turns++) {
        await new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 }));
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    });
  }
}

function watch(page: Page, errors: string[], hosts: string[] = []): void {
  watchTraffic(page);
  // A lab is there to be broken: what fails inside one is not the platform's.
  const isLab = () => new URL(page.url()).hostname.endsWith('.labs.localhost');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isLab()) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = ['127.0.0.1', 'localhost', ...hosts].includes(hostname) || hostname.endsWith('.localhost');
    if (/^(https?|wss?):$/.test(protocol) && !isOurs) errors.push(`${page.url()} asked ${request.url()}`);
  });
}

/** Holds back the scripts whose address fits, as a slow connection does. @returns a function that lets them come */
export async function holdBack(context: BrowserContext, scripts: string | RegExp): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await context.route(scripts, async (route) => {
    await sent;
    await route.continue();
  });
  return send;
}
