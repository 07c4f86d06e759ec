import type { DraftHead } from '@hexpedition/contract';
import { parseDocument } from 'yaml';
import { withKeys } from './yaml-keys.ts';

/** A lesson's file in the parts that authors edit. */
export interface LessonParts {
  /** Empty where the front matter cannot be read. */
  id: string;
  head: DraftHead;
  body: string;
  /** On which line of the file the body begins; 1-based. */
  bodyLine: number;
}

/** The dashes with what stands between them, and one empty line after them. */
const front = /^(\uFEFF?---[ \t]*(?:\r\n|\r|\n))([\s\S]*?(?:\r\n|\r|\n))??(---[ \t]*(?:\r\n|\r|\n|$))(\r\n|\r|\n)?/;

/** @returns the parts of a file; one that has no front matter is a body alone */
export function splitLesson(source: string): LessonParts {
  const match = front.exec(source);
  const whole = match?.[0] ?? '';
  return { ...readHead(match?.[2] ?? ''), body: source.slice(whole.length), bodyLine: linesIn(whole) + 1 };
}

/** The words of a lesson, without what never changes. */
export interface LessonWords {
  head: DraftHead;
  body: string;
}

/**
 * The file that says what an author has written. The body goes into it without a change, and so does everything of the
 * front matter that the author has not changed.
 * @param before the file as it is now; undefined where there is none
 */
export function joinLesson(before: string | undefined, id: string, { head, body }: LessonWords): string {
  const match = front.exec(before ?? '');
  const [, open = '---\n', yaml = '', close = '---\n', empty = match ? '' : '\n'] = match ?? [];
  const edited = withKeys(yaml, { id, ...head });
  // A file may end right after the dashes.
  const closing = /[\r\n]$/.test(close) ? close : `${close}\n`;
  const gap = empty || (/^[\r\n]/.test(body) ? '\n' : '');
  return `${open}${edited}${closing}${gap}${body}`;
}

/** Where one lesson has the words of another one. */
export function saysTheSame(a: LessonWords, b: LessonWords): boolean {
  const isSameHead =
    a.head.name === b.head.name && a.head.summary === b.head.summary && a.head.minutes === b.head.minutes;
  return isSameHead && a.body === b.body;
}

const linesIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;

/** Published files have passed their schema; anything else is read as far as it goes. */
function readHead(yaml: string): Pick<LessonParts, 'id' | 'head'> {
  let values: Record<string, unknown> = {};
  try {
    values = (parseDocument(yaml).toJS({ maxAliasCount: 0 }) ?? {}) as typeof values;
  } catch {
    // Aliases are not for these files; the fault is reported where the file is read.
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
