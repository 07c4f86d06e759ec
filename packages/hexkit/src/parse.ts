import { describeIssue } from '@hexpedition/contract/describe-issue';
import { MapDocument } from '@hexpedition/contract/map-document';

/** One problem of a document: its path (`continents[0].cells.3`) and a message. */
export interface Problem {
  path: string;
  message: string;
}

/** Thrown by `parseMapDocument`, with all problems and not only the first. */
export class MapDocumentError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The map document is not right:\n${problems.map(({ path, message }) => `  ${path}: ${message}`).join('\n')}`);
    this.name = 'MapDocumentError';
    this.problems = problems;
  }
}

/**
 * Checks the shape of a map document (already parsed from JSON) and returns it with defaults for missing fields.
 * `validateMap` checks everything beyond the shape, such as unknown slugs.
 * @throws MapDocumentError with every problem and its path.
 */
export function parseMapDocument(value: unknown): MapDocument {
  const { data, error } = MapDocument.safeParse(value, { error: describeIssue });
  if (error) throw new MapDocumentError(error.issues.map(problemOf));
  return data;
}

function problemOf({ path, message }: { path: readonly PropertyKey[]; message: string }): Problem {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return { path: text.replace(/^\./, '') || 'document', message };
}
