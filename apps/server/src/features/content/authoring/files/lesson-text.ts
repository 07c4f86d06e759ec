import type { DraftHead } from '@hexpedition/contract';
import { parseDocument } from 'yaml';
import { withKeys } from './yaml-keys.ts';

/** A lesson's file, split into the parts that authors edit. */
export interface LessonParts {
  /** Empty when the front matter cannot be read. */
  id: string;
  head: DraftHead;
  body: string;
  /** First line of the body in the file; 1-based. */
  bodyLine: number;
}

/** The front matter between its dashes, and one empty line after it. */
const frontMatter =
  /^(\uFEFF?---[ \t]*(?:\r\n|\r|\n))([\s\S]*?(?:\r\n|\r|\n))??(---[ \t]*(?:\r\n|\r|\n|$))(\r\n|\r|\n)?/;

/** @returns the parts of a file; a file without front matter has only a body */
export function splitLesson(source: string): LessonParts {
  const match = frontMatter.exec(source);
  const whole = match?.[0] ?? '';
  return { ...readHead(match?.[2] ?? ''), body: source.slice(whole.length), bodyLine: linesIn(whole) + 1 };
}

/** The text of a lesson without its id. */
export interface LessonContent {
  head: DraftHead;
  body: string;
}

/**
 * Builds the file from an author's text. The body is inserted unchanged, and the front matter changes only where the
 * author changed it.
 * @param before the current file; undefined if there is none
 */
export function joinLesson(before: string | undefined, id: string, { head, body }: LessonContent): string {
  const match = frontMatter.exec(before ?? '');
  const [, open = '---\n', yaml = '', close = '---\n', empty = match ? '' : '\n'] = match ?? [];
  const edited = withKeys(yaml, { id, ...head });
  // A file may end directly after the dashes.
  const closing = /[\r\n]$/.test(close) ? close : `${close}\n`;
  const gap = empty || (/^[\r\n]/.test(body) ? '\n' : '');
  return `${open}${edited}${closing}${gap}${body}`;
}

/** Checks whether two lessons have the same text. */
export function hasSameText(a: LessonContent, b: LessonContent): boolean {
  const isSameHead =
    a.head.name === b.head.name && a.head.summary === b.head.summary && a.head.minutes === b.head.minutes;
  return isSameHead && a.body === b.body;
}

const linesIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;

/** Published files have passed their schema; other files are read as far as possible. */
function readHead(yaml: string): Pick<LessonParts, 'id' | 'head'> {
  let values: Record<string, unknown> = {};
  try {
    values = (parseDocument(yaml).toJS({ maxAliasCount: 0 }) ?? {}) as typeof values;
  } catch {
    // Aliases are not supported; the reader of the file reports them.
  }
  const text = (key: string): string => (typeof values[key] === 'string' ? values[key].trim() : '');
  const minutes = typeof values.minutes === 'number' && Number.isInteger(values.minutes) ? values.minutes : 5;
  return {
    id: text('id'),
    head: {
      name: text('name').slice(0, 80),
      summary: text('summary').slice(0, 300),
      minutes: Math.min(180, Math.max(1, minutes)),
    },
  };
}
