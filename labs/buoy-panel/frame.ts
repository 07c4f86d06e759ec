/** Puts the panel into the frames of a page, and passes messages between the two. They share nothing else. */
import type { BrowserWindow, HTMLIFrameElement } from 'happy-dom';
import { PANEL } from './names.ts';
import { noteActivity } from './pulse.ts';

/** A window as a page of another origin sees it. */
interface Stranger {
  postMessage(data: unknown, target?: unknown): void;
}

/** Returns the window of a frame; set when there is a page that can have frames. */
let windowOf: (frame: HTMLIFrameElement) => Stranger | null = () => null;

export function offerWindows(Frame: typeof HTMLIFrameElement): void {
  Object.defineProperty(Frame.prototype, 'contentWindow', {
    get(this: HTMLIFrameElement) {
      return windowOf(this);
    },
  });
  Object.defineProperty(Frame.prototype, 'contentDocument', { get: () => null });
}

/** Maximum frames of a page. */
const MAX_FRAMES = 3;

/**
 * @param open opens the panel in a separate browser. It must call `connect` with the window before its script runs, and
 * gets the panel's view of its parent
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
    if (frames.size >= MAX_FRAMES || !frame.isConnected || !leadsToPanel(frame.getAttribute('src'))) return null;
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
  // Frames, and their addresses, may be added at any time
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

/** Delivers a copy of a message, which belongs to the receiving window. */
function deliver(
  to: BrowserWindow,
  data: unknown,
  origin: string,
  source: Stranger,
  target: unknown,
  actual: string,
  note: (error: unknown) => void,
): void {
  noteActivity();
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
