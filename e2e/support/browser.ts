import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium, or the one of CHROMIUM_PATH. */
export function openBrowser(): Promise<Browser> {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const executablePath = candidates.find((path) => path && existsSync(path));
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
  /** Whether the service worker may run; tests that hold requests back would not see those that it answers. */
  offline?: boolean;
}

/** A fresh profile. Requests to anywhere but the platform fail the test through `errors`. */
export async function newVisitor(browser: Browser, options: Look = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 860 },
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    serviceWorkers: options.offline ? 'allow' : 'block',
  });
  const { theme } = options;
  if (theme) {
    await context.addInitScript((value) => {
      localStorage.setItem('theme', value);
    }, theme);
  }
  const page = await context.newPage();
  const errors: string[] = [];
  watch(page, errors);
  context.on('page', (opened) => watch(opened, errors));
  return { context, page, errors };
}

function watch(page: Page, errors: string[]): void {
  // A lab is there to be broken: what fails inside one is not the platform's.
  const isLab = () => new URL(page.url()).hostname.endsWith('.labs.localhost');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isLab()) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost');
    if (/^(https?|wss?):$/.test(protocol) && !isOurs) errors.push(`${page.url()} asked ${request.url()}`);
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe finds on a page, one line each; empty is what we want. Evaluated outside the page's CSP. */
export async function axeFindings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: Finding[] }> } };
    // What passed is not asked for: gathering it takes a third of the time.
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  await session.detach();
  return violations.flatMap((finding) =>
    finding.nodes.map((node) => `${finding.id}: ${finding.help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  );
}

/** Keeps scripts whose address fits back, as a slow connection does. @returns what lets them come */
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
