import type { MapDocument } from '@hexpedition/contract';

interface Step {
  /** Name of the change, for the undo and redo buttons. */
  label: string;
  document: MapDocument;
}

/** Undo history of a document. Documents are immutable, so each step keeps a whole document. */
export interface History {
  document: MapDocument;
  past: readonly Step[];
  future: readonly Step[];
}

const MAX_STEPS = 200;

export const createHistory = (document: MapDocument): History => ({ document, past: [], future: [] });

/** Adds a step, or returns the same history if the document has not changed. */
export function pushStep(history: History, label: string, document: MapDocument): History {
  if (document === history.document || JSON.stringify(document) === JSON.stringify(history.document)) return history;
  return { document, past: [...history.past, { label, document: history.document }].slice(-MAX_STEPS), future: [] };
}

export function undo({ document, past, future }: History): History | undefined {
  const last = past.at(-1);
  return (
    last && {
      document: last.document,
      past: past.slice(0, -1),
      future: [{ label: last.label, document }, ...future],
    }
  );
}

export function redo({ document, past, future }: History): History | undefined {
  const [next, ...rest] = future;
  return next && { document: next.document, past: [...past, { label: next.label, document }], future: rest };
}

/** Applies another author's changes to every document of a history, so that undo reverts only one's own changes. */
export function mapHistory(
  { document, past, future }: History,
  change: (document: MapDocument) => MapDocument,
): History {
  const step = ({ label, document: before }: Step) => ({ label, document: change(before) });
  return { document: change(document), past: past.map(step), future: future.map(step) };
}
