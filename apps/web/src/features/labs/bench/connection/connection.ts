/*
 * What is known of the line to one terminal, and what is to be done when something happens. Pure: `line.ts` beside it has
 * the socket, the clock and the API.
 */

/** In characters. */
export interface Size {
  columns: number;
  rows: number;
}

export type Phase =
  /** A ticket is asked for, or the socket is opening. */
  | { is: 'connecting' }
  | { is: 'attached' }
  /** It broke; another attempt follows by itself. */
  | { is: 'waiting' }
  /** The browser has no network; it goes on by itself when there is one. */
  | { is: 'offline' }
  /** Another window shows this terminal now. */
  | { is: 'taken' }
  /** The shell has ended; another can be started in its place. */
  | { is: 'ended'; reason: string }
  /** The instance has ended, and every terminal with it. */
  | { is: 'gone'; reason: string }
  /** The server said no; the learner may try again. */
  | { is: 'refused'; reason: string };

export interface Connection {
  phase: Phase;
  terminal: number;
  size: Size;
  /** The size that the server knows. */
  told: Size | null;
  /** Offset of the next byte to be shown; null while nothing was. */
  offset: number | null;
  /** Failures in a row. */
  attempts: number;
  /** Tickets in a row that were not taken. */
  denials: number;
  /** What was typed while there was no line. */
  held: readonly Uint8Array[];
  /** Why the server is about to close the line. */
  ending: string | null;
  /** Whether what comes next was shown before, in another window or before a reload. */
  isReplay: boolean;
  isHidden: boolean;
}

export type Happening =
  | { is: 'start' }
  | { is: 'ticket'; ticket: string }
  | { is: 'noTicket'; why: 'retry' | 'later' | 'gone' | 'denied'; reason: string; after?: number }
  | { is: 'opened'; ticket: string }
  | { is: 'said'; text: string }
  | { is: 'bytes'; bytes: Uint8Array }
  | { is: 'closed'; code: number; reason?: string }
  | { is: 'waited' }
  | { is: 'offline' }
  | { is: 'online' }
  | { is: 'hidden' }
  | { is: 'shown' }
  | { is: 'typed'; bytes: Uint8Array }
  | { is: 'resized'; size: Size }
  /** The learner wants it here, or anew. */
  | { is: 'again' };

export type Deed =
  | { do: 'ask' }
  | { do: 'open'; ticket: string }
  | { do: 'drop' }
  | { do: 'wait'; ms: number }
  | { do: 'tell'; text: string }
  | { do: 'send'; bytes: Uint8Array }
  /** `isOld`: it was shown before, in another window or before a reload; nothing is to answer it. */
  | { do: 'show'; bytes: Uint8Array; isOld: boolean }
  /** Empties the screen: what comes does not go on where it stands. */
  | { do: 'clear' }
  /** What came before it is not kept any more. */
  | { do: 'sayMissed' }
  | { do: 'saved'; at: string; bytes: number };

export interface Step {
  next: Connection;
  deeds: Deed[];
}

/** How long to wait after the first failure, the second and so on; milliseconds. */
export const waits = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** How long an answer of the server may take; milliseconds. */
export const patience = 10_000;
/** Bytes that wait for a line. More would be a surprise when it comes. */
const mostHeld = 4_096;
const mostDenials = 3;

/** What a close of the server means. */
const codes = { gone: 4000, taken: 4001, denied: 4003, full: 4008 } as const;

export const newConnection = (terminal: number, size: Size): Connection => ({
  phase: { is: 'connecting' },
  terminal,
  size,
  told: null,
  offset: null,
  attempts: 0,
  denials: 0,
  held: [],
  ending: null,
  isReplay: false,
  isHidden: false,
});

export function step(now: Connection, happening: Happening): Step {
  switch (happening.is) {
    case 'start':
      return ask(now);
    case 'ticket':
      return {
        next: now,
        deeds: [
          { do: 'open', ticket: happening.ticket },
          { do: 'wait', ms: patience },
        ],
      };
    case 'noTicket':
      return withoutTicket(now, happening);
    case 'opened':
      return { next: { ...now, told: now.size }, deeds: [{ do: 'tell', text: hello(now, happening.ticket) }] };
    case 'said':
      return heard(now, happening.text);
    case 'bytes':
      return shown(now, happening.bytes);
    case 'closed':
      return closed(now, happening);
    case 'waited':
      return waited(now);
    case 'offline':
      return isOver(now) ? same(now) : { next: { ...now, phase: { is: 'offline' } }, deeds: [{ do: 'drop' }] };
    case 'online':
      return now.phase.is === 'offline' ? ask({ ...now, attempts: 0 }) : same(now);
    case 'hidden':
      return same({ ...now, isHidden: true });
    case 'shown': {
      const next = { ...now, isHidden: false };
      // Whoever comes back does not wait out a pause that grew while nobody looked.
      return now.phase.is === 'waiting' ? ask({ ...next, attempts: 0 }) : same(next);
    }
    case 'typed':
      return typed(now, happening.bytes);
    case 'resized':
      return resized({ ...now, size: happening.size });
    case 'again':
      return again(now);
  }
}

const same = (next: Connection): Step => ({ next, deeds: [] });

const isOver = ({ phase }: Connection) =>
  phase.is === 'taken' || phase.is === 'ended' || phase.is === 'gone' || phase.is === 'refused';

const end = (now: Connection, phase: Phase): Step => ({
  next: { ...now, phase, told: null, held: [], ending: null },
  deeds: [{ do: 'drop' }],
});

const ask = (now: Connection): Step => ({
  next: { ...now, phase: { is: 'connecting' }, told: null, ending: null },
  deeds: [{ do: 'drop' }, { do: 'ask' }, { do: 'wait', ms: patience }],
});

function wait(now: Connection, atLeast = 0): Step {
  const ms = Math.max(atLeast, waits[Math.min(now.attempts, waits.length - 1)] ?? 0);
  return {
    next: { ...now, phase: { is: 'waiting' }, told: null, attempts: now.attempts + 1 },
    deeds: [{ do: 'drop' }, { do: 'wait', ms }],
  };
}

function withoutTicket(now: Connection, { why, reason, after }: Extract<Happening, { is: 'noTicket' }>): Step {
  if (why === 'gone') return end(now, { is: 'gone', reason });
  if (why === 'denied') return end(now, { is: 'refused', reason });
  return wait(now, why === 'later' ? after : 0);
}

/** The first message of a socket. A ticket is good once, so it is not kept. */
const hello = ({ terminal, size, offset }: Connection, ticket: string): string =>
  JSON.stringify({ ticket, terminal, columns: size.columns, rows: size.rows, from: offset });

function heard(now: Connection, text: string): Step {
  const said = parse(text);
  if (said?.type === 'attached' && typeof said.from === 'number') return attached(now, said.from, said.missed === true);
  if (said?.type === 'saved' && typeof said.at === 'string') {
    const bytes = typeof said.bytes === 'number' ? said.bytes : 0;
    return { next: now, deeds: [{ do: 'saved', at: said.at, bytes }] };
  }
  if (said?.type === 'ended') return same({ ...now, ending: typeof said.reason === 'string' ? said.reason : '' });
  return same(now);
}

function attached(now: Connection, from: number, hasMissed: boolean): Step {
  // Anything but the very next byte is another shell, or has a hole before it: the screen would lie.
  const isTorn = now.offset !== null && from !== now.offset;
  const deeds: Deed[] = [];
  if (isTorn) deeds.push({ do: 'clear' });
  if (hasMissed) deeds.push({ do: 'sayMissed' });
  const next: Connection = {
    ...now,
    phase: { is: 'attached' },

    attempts: 0,
    denials: 0,
    offset: from,
    held: [],
    isReplay: now.offset === null || isTorn,
  };
  if (!isTorn) deeds.push(...now.held.map((bytes): Deed => ({ do: 'send', bytes })));
  const after = resized(next);
  return { next: after.next, deeds: [...deeds, ...after.deeds] };
}

function shown(now: Connection, bytes: Uint8Array): Step {
  if (now.phase.is !== 'attached') return same(now);
  return {
    next: { ...now, offset: (now.offset ?? 0) + bytes.length, isReplay: false },
    deeds: [{ do: 'show', bytes, isOld: now.isReplay }],
  };
}

function closed(now: Connection, { code, reason: words = '' }: Extract<Happening, { is: 'closed' }>): Step {
  if (isOver(now)) return same(now);
  const reason = now.ending ?? words;
  if (code === codes.gone) return end(now, { is: 'gone', reason });
  if (code === codes.taken) return end(now, { is: 'taken' });
  if (code === codes.full) return end(now, { is: 'refused', reason: reason || 'Too many terminals are open.' });
  if (code === codes.denied) {
    // A ticket may have been too old, or the session was renewed meanwhile: another one may do.
    if (now.denials + 1 < mostDenials) return wait({ ...now, denials: now.denials + 1 });
    return end({ ...now, denials: 0 }, { is: 'refused', reason: reason || 'The server did not let this window in.' });
  }
  if (now.ending !== null) return end(now, { is: 'ended', reason });
  return now.phase.is === 'offline' ? same(now) : wait(now);
}

function waited(now: Connection): Step {
  // An answer is overdue.
  if (now.phase.is === 'connecting') return wait(now);
  if (now.phase.is !== 'waiting') return same(now);
  // In a hidden tab nobody reads it: it goes on when the tab is looked at.
  return now.isHidden ? same(now) : ask(now);
}

function typed(now: Connection, bytes: Uint8Array): Step {
  if (now.phase.is === 'attached') return { next: now, deeds: [{ do: 'send', bytes }] };
  if (isOver(now)) return same(now);
  const size = now.held.reduce((sum, { length }) => sum + length, bytes.length);
  return same(size > mostHeld ? now : { ...now, held: [...now.held, bytes] });
}

function resized(now: Connection): Step {
  const { size, told } = now;
  const isKnown = told?.columns === size.columns && told.rows === size.rows;
  if (now.phase.is !== 'attached' || isKnown) return same(now);
  return {
    next: { ...now, told: size },
    deeds: [{ do: 'tell', text: JSON.stringify({ type: 'resize', columns: size.columns, rows: size.rows }) }],
  };
}

function again(now: Connection): Step {
  if (now.phase.is === 'attached' || now.phase.is === 'gone') return same(now);
  if (now.phase.is !== 'ended') return ask({ ...now, attempts: 0, denials: 0 });
  const { next, deeds } = ask({ ...now, attempts: 0, offset: null });
  return { next, deeds: [{ do: 'clear' }, ...deeds] };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
