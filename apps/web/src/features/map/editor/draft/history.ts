import type { MapDocument } from '@hexpedition/contract';

interface Step {
  /** What was done, for the button that takes it back. */
  what: string;
  document: MapDocument;
}

/** A document with what came before it and what was taken back. Documents never change, so a step is just another one. */
export interface History {
  document: MapDocument;
  past: readonly Step[];
  future: readonly Step[];
}

const MOST = 200;

export const beginHistory = (document: MapDocument): History => ({ document, past: [], future: [] });

/** The same history where nothing has changed. */
export function did(history: History, what: string, document: MapDocument): History {
  if (document === history.document || JSON.stringify(document) === JSON.stringify(history.document)) return history;
  return { document, past: [...history.past, { what, document: history.document }].slice(-MOST), future: [] };
}

export function undo({ document, past, future }: History): History | undefined {
  const last = past.at(-1);
  return (
    last && {
      document: last.document,
      past: past.slice(0, -1),
      future: [{ what: last.what, document }, ...future],
    }
  );
}

export function redo({ document, past, future }: History): History | undefined {
  const [next, ...rest] = future;
  return next && { document: next.document, past: [...past, { what: next.what, document }], future: rest };
}

/** Every document of a history brought on: after somebody else's changes, undoing takes back one's own alone. */
export function mapHistory({ document, past, future }: History, on: (document: MapDocument) => MapDocument): History {
  const step = ({ what, document: then }: Step) => ({ what, document: on(then) });
  return { document: on(document), past: past.map(step), future: future.map(step) };
}
