/** Puts the panel into the frames of a page, and carries messages between the two. They share nothing else. */
import type { BrowserWindow, HTMLIFrameElement } from 'happy-dom';
import { PANEL } from './names.ts';
import { heard } from './pulse.ts';

/** What a page sees of a window of another origin. */
interface Stranger {
  postMessage(data: unknown, target?: unknown): void;
}

/** Gives the window of a frame; set once there is a page to have frames. */
let windowOf: (frame: HTMLIFrameElement) => Stranger | null = () => null;

export function offerWindows(Frame: typeof HTMLIFrameElement): void {
  Object.defineProperty(Frame.prototype, 'contentWindow', {
    get(this: HTMLIFrameElement) {
      return windowOf(this);
    },
  });
  Object.defineProperty(Frame.prototype, 'contentDocument', { get: () => null });
}

/** Frames that one page may have. */
const MOST = 3;

/**
 * @param open opens the panel in a browser of its own, whose window is `connect`ed before its script runs, and gets what it sees of its parent
 */
export function link(
  outer: BrowserWindow,
  origin: string,
  note: (error: unknown) => void,
  open: (connect: (inner: BrowserWindow) => Stranger) => Promise<unknown>,
): void {
  const frames = new Map<HTMLIFrameElement, Stranger>();

  function attach(frame: HTMLIFrameElement): Stranger | null {
    const known = frames.get(frame);
    if (known) return known;
    if (frames.size >= MOST || !frame.isConnected || !leadsToPanel(frame.getAttribute('src'))) return null;
    let panel: BrowserWindow | undefined;
    const inside: Stranger = {
      postMessage: (data, target = '/') => panel && deliver(panel, data, origin, outside, target, PANEL, note),
    };
    const outside: Stranger = {
      postMessage: (data, target = '/') => deliver(outer, data, PANEL, inside, target, origin, note),
    };
    Object.defineProperty(outer, String(frames.size), { value: inside, configurable: true });
    frames.set(frame, inside);
    const connect = (inner: BrowserWindow) => {
      panel = inner;
      return outside;
    };
    open(connect).then(() => frame.dispatchEvent(new outer.Event('load')));
    return inside;
  }

  windowOf = attach;
  // Frames may come at any time, and their address with them
  setInterval(() => {
    for (const frame of outer.closed ? [] : outer.document.querySelectorAll('iframe'))
      attach(frame as HTMLIFrameElement);
  }, 30);
}

function leadsToPanel(src: string | null): boolean {
  try {
    return new URL(src ?? '').origin === PANEL;
  } catch {
    return false;
  }
}

/** Hands over a copy of a message, which belongs to the window that gets it. */
function deliver(
  to: BrowserWindow,
  data: unknown,
  origin: string,
  source: Stranger,
  target: unknown,
  actual: string,
  note: (error: unknown) => void,
): void {
  heard();
  const wanted = typeof target === 'object' && target ? (target as { targetOrigin?: unknown }).targetOrigin : target;
  if (wanted !== '*' && originOf(String(wanted)) !== actual) {
    note(`A message for ${String(wanted)} was not delivered: the window is at ${actual}.`);
    return;
  }
  const text = JSON.stringify(data);
  setImmediate(() => {
    const copy = text === undefined ? undefined : to.JSON.parse(text);
    to.dispatchEvent(new to.MessageEvent('message', { data: copy, origin, source: source as never }));
  });
}

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin;
  } catch {
    return undefined;
  }
}
