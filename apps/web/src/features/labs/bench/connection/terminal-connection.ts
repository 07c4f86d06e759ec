/*
 * State of one terminal connection, and the effects of each event. Pure: `terminal-socket.ts` owns the WebSocket, the
 * timers and the API calls.
 */

/** Size of a terminal, in characters. */
export interface Size {
  columns: number;
  rows: number;
}

export type Phase =
  /** A ticket is requested, or the socket is opening. */
  | { type: 'connecting' }
  | { type: 'attached' }
  /** The connection broke. The next attempt starts automatically. */
  | { type: 'reconnecting' }
  /** The browser has no network. The connection resumes automatically when the network is back. */
  | { type: 'offline' }
  /** Another window shows this terminal now. */
  | { type: 'takenOver' }
  /** The shell has ended. The learner can start another one in its place. */
  | { type: 'ended'; reason: string }
  /** The instance has ended, and all of its terminals with it. */
  | { type: 'instanceEnded'; reason: string }
  /** The server rejected the connection. The learner can try again. */
  | { type: 'rejected'; reason: string };

export interface Connection {
  phase: Phase;
  terminal: number;
  size: Size;
  /** Size that the server knows; null if it knows none. */
  sentSize: Size | null;
  /** Offset of the next byte to show; null before the first byte. */
  offset: number | null;
  /** Number of consecutive failures. */
  attempts: number;
  /** Number of consecutive tickets that the server rejected. */
  denials: number;
  /** Input that was typed while there was no connection. */
  pendingInput: readonly Uint8Array[];
  /** Reason that the server gave for closing the connection; null if it gave none. */
  endReason: string | null;
  /** Whether the next output was already shown, in another window or before a reload. */
  isReplay: boolean;
  isHidden: boolean;
}

export type ConnectionEvent =
  | { type: 'start' }
  | { type: 'ticketReceived'; ticket: string }
  | { type: 'ticketFailed'; cause: 'retry' | 'later' | 'gone' | 'denied'; reason: string; retryAfterMs?: number }
  | { type: 'opened'; ticket: string }
  | { type: 'message'; text: string }
  | { type: 'output'; bytes: Uint8Array }
  | { type: 'closed'; code: number; reason?: string }
  | { type: 'timeout' }
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'hidden' }
  | { type: 'visible' }
  | { type: 'input'; bytes: Uint8Array }
  | { type: 'resized'; size: Size }
  /** The learner wants the terminal in this window, or a new shell. */
  | { type: 'reconnect' };

export type Effect =
  | { type: 'requestTicket' }
  | { type: 'open'; ticket: string }
  | { type: 'close' }
  | { type: 'setTimeout'; ms: number }
  | { type: 'sendMessage'; text: string }
  | { type: 'sendInput'; bytes: Uint8Array }
  /** `isReplay`: the output was already shown, in another window or before a reload. xterm must not answer it. */
  | { type: 'write'; bytes: Uint8Array; isReplay: boolean }
  /** Clears the screen, because the next output does not continue the output on it. */
  | { type: 'clear' }
  /** Tells the learner that the server has dropped the earlier output. */
  | { type: 'noticeMissedOutput' }
  | { type: 'homeSaved'; at: string; bytes: number };

export interface Transition {
  next: Connection;
  effects: Effect[];
}

/** Delays before the first retry, the second and so on; milliseconds. */
export const retryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** Time limit for a response of the server; milliseconds. */
export const responseTimeoutMs = 10_000;
/** Limit of the input that waits for a connection, in bytes. A learner would not expect more of it to run later. */
const maxPendingBytes = 4_096;
const maxDenials = 3;

/** Close codes of the server. */
const closeCodes = { instanceEnded: 4000, takenOver: 4001, denied: 4003, tooMany: 4008 } as const;

export const newConnection = (terminal: number, size: Size): Connection => ({
  phase: { type: 'connecting' },
  terminal,
  size,
  sentSize: null,
  offset: null,
  attempts: 0,
  denials: 0,
  pendingInput: [],
  endReason: null,
  isReplay: false,
  isHidden: false,
});

/** Computes the next state of a connection and the effects of an event. */
export function transition(state: Connection, event: ConnectionEvent): Transition {
  switch (event.type) {
    case 'start':
      return connect(state);
    case 'ticketReceived':
      return {
        next: state,
        effects: [
          { type: 'open', ticket: event.ticket },
          { type: 'setTimeout', ms: responseTimeoutMs },
        ],
      };
    case 'ticketFailed':
      return onTicketFailed(state, event);
    case 'opened':
      return {
        next: { ...state, sentSize: state.size },
        effects: [{ type: 'sendMessage', text: attachMessage(state, event.ticket) }],
      };
    case 'message':
      return onMessage(state, event.text);
    case 'output':
      return onOutput(state, event.bytes);
    case 'closed':
      return onClosed(state, event);
    case 'timeout':
      return onTimeout(state);
    case 'offline':
      return hasStopped(state)
        ? unchanged(state)
        : { next: { ...state, phase: { type: 'offline' } }, effects: [{ type: 'close' }] };
    case 'online':
      return state.phase.type === 'offline' ? connect({ ...state, attempts: 0 }) : unchanged(state);
    case 'hidden':
      return unchanged({ ...state, isHidden: true });
    case 'visible': {
      const next = { ...state, isHidden: false };
      // Skips the rest of the retry delay, which may have grown while the tab was hidden.
      return state.phase.type === 'reconnecting' ? connect({ ...next, attempts: 0 }) : unchanged(next);
    }
    case 'input':
      return onInput(state, event.bytes);
    case 'resized':
      return sendSize({ ...state, size: event.size });
    case 'reconnect':
      return onReconnect(state);
  }
}

const unchanged = (next: Connection): Transition => ({ next, effects: [] });

/** Whether the connection has stopped and only the learner can restart it. */
const hasStopped = ({ phase }: Connection) =>
  phase.type === 'takenOver' || phase.type === 'ended' || phase.type === 'instanceEnded' || phase.type === 'rejected';

const stop = (state: Connection, phase: Phase): Transition => ({
  next: { ...state, phase, sentSize: null, pendingInput: [], endReason: null },
  effects: [{ type: 'close' }],
});

const connect = (state: Connection): Transition => ({
  next: { ...state, phase: { type: 'connecting' }, sentSize: null, endReason: null },
  effects: [{ type: 'close' }, { type: 'requestTicket' }, { type: 'setTimeout', ms: responseTimeoutMs }],
});

function retryLater(state: Connection, minMs = 0): Transition {
  const ms = Math.max(minMs, retryDelaysMs[Math.min(state.attempts, retryDelaysMs.length - 1)] ?? 0);
  return {
    next: { ...state, phase: { type: 'reconnecting' }, sentSize: null, attempts: state.attempts + 1 },
    effects: [{ type: 'close' }, { type: 'setTimeout', ms }],
  };
}

function onTicketFailed(
  state: Connection,
  { cause, reason, retryAfterMs }: Extract<ConnectionEvent, { type: 'ticketFailed' }>,
): Transition {
  if (cause === 'gone') return stop(state, { type: 'instanceEnded', reason });
  if (cause === 'denied') return stop(state, { type: 'rejected', reason });
  return retryLater(state, cause === 'later' ? retryAfterMs : 0);
}

/** Builds the first message of a socket. A ticket is valid once, so the state does not keep it. */
const attachMessage = ({ terminal, size, offset }: Connection, ticket: string): string =>
  JSON.stringify({ ticket, terminal, columns: size.columns, rows: size.rows, from: offset });

function onMessage(state: Connection, text: string): Transition {
  const message = parse(text);
  if (message?.type === 'attached' && typeof message.from === 'number')
    return onAttached(state, message.from, message.missed === true);
  if (message?.type === 'saved' && typeof message.at === 'string') {
    const bytes = typeof message.bytes === 'number' ? message.bytes : 0;
    return { next: state, effects: [{ type: 'homeSaved', at: message.at, bytes }] };
  }
  if (message?.type === 'ended')
    return unchanged({ ...state, endReason: typeof message.reason === 'string' ? message.reason : '' });
  return unchanged(state);
}

function onAttached(state: Connection, from: number, hasMissedOutput: boolean): Transition {
  // If the output does not continue at the expected byte, it is another shell or bytes are missing. Keeping the screen
  // would then show wrong output.
  const isDiscontinuous = state.offset !== null && from !== state.offset;
  const effects: Effect[] = [];
  if (isDiscontinuous) effects.push({ type: 'clear' });
  if (hasMissedOutput) effects.push({ type: 'noticeMissedOutput' });
  const next: Connection = {
    ...state,
    phase: { type: 'attached' },
    attempts: 0,
    denials: 0,
    offset: from,
    pendingInput: [],
    isReplay: state.offset === null || isDiscontinuous,
  };
  if (!isDiscontinuous) effects.push(...state.pendingInput.map((bytes): Effect => ({ type: 'sendInput', bytes })));
  const sized = sendSize(next);
  return { next: sized.next, effects: [...effects, ...sized.effects] };
}

function onOutput(state: Connection, bytes: Uint8Array): Transition {
  if (state.phase.type !== 'attached') return unchanged(state);
  return {
    next: { ...state, offset: (state.offset ?? 0) + bytes.length, isReplay: false },
    effects: [{ type: 'write', bytes, isReplay: state.isReplay }],
  };
}

function onClosed(
  state: Connection,
  { code, reason: closeReason = '' }: Extract<ConnectionEvent, { type: 'closed' }>,
): Transition {
  if (hasStopped(state)) return unchanged(state);
  const reason = state.endReason ?? closeReason;
  if (code === closeCodes.instanceEnded) return stop(state, { type: 'instanceEnded', reason });
  if (code === closeCodes.takenOver) return stop(state, { type: 'takenOver' });
  if (code === closeCodes.tooMany)
    return stop(state, {
      type: 'rejected',
      reason: reason || 'Too many terminals are open. Close one, then try again.',
    });
  if (code === closeCodes.denied) {
    // The ticket may have expired, or the session was renewed meanwhile. A new ticket may work.
    if (state.denials + 1 < maxDenials) return retryLater({ ...state, denials: state.denials + 1 });
    return stop(
      { ...state, denials: 0 },
      { type: 'rejected', reason: reason || 'The server rejected the connection. Try again.' },
    );
  }
  if (state.endReason !== null) return stop(state, { type: 'ended', reason });
  return state.phase.type === 'offline' ? unchanged(state) : retryLater(state);
}

function onTimeout(state: Connection): Transition {
  // The server did not respond in time.
  if (state.phase.type === 'connecting') return retryLater(state);
  if (state.phase.type !== 'reconnecting') return unchanged(state);
  // A hidden tab does not reconnect until it is visible again.
  return state.isHidden ? unchanged(state) : connect(state);
}

function onInput(state: Connection, bytes: Uint8Array): Transition {
  if (state.phase.type === 'attached') return { next: state, effects: [{ type: 'sendInput', bytes }] };
  if (hasStopped(state)) return unchanged(state);
  const total = state.pendingInput.reduce((sum, { length }) => sum + length, bytes.length);
  return unchanged(total > maxPendingBytes ? state : { ...state, pendingInput: [...state.pendingInput, bytes] });
}

/** Sends the size of the terminal if the server does not know it yet. */
function sendSize(state: Connection): Transition {
  const { size, sentSize } = state;
  const isKnown = sentSize?.columns === size.columns && sentSize.rows === size.rows;
  if (state.phase.type !== 'attached' || isKnown) return unchanged(state);
  return {
    next: { ...state, sentSize: size },
    effects: [
      { type: 'sendMessage', text: JSON.stringify({ type: 'resize', columns: size.columns, rows: size.rows }) },
    ],
  };
}

function onReconnect(state: Connection): Transition {
  if (state.phase.type === 'attached' || state.phase.type === 'instanceEnded') return unchanged(state);
  if (state.phase.type !== 'ended') return connect({ ...state, attempts: 0, denials: 0 });
  const { next, effects } = connect({ ...state, attempts: 0, offset: null });
  return { next, effects: [{ type: 'clear' }, ...effects] };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
