import type { Report } from '../diagnostics.ts';

/** The two parts of a lesson. Line numbers of both match the file. */
export interface SplitLesson {
  /** YAML between the dashes; it begins on line 2. */
  head: string;
  /** The rest, after one empty line for each line of the head, so that line numbers need no arithmetic. */
  body: string;
}

export function splitFrontMatter(source: string, report: Report): SplitLesson | undefined {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const match = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text);
  if (!match) {
    report(
      1,
      'front-matter',
      'A lesson must begin with a line of ---, then id, name, summary and minutes, then --- again.',
    );
    return undefined;
  }
  const blank = '\n'.repeat(match[0].split('\n').length - 1);
  return { head: match[1] ?? '', body: blank + text.slice(match[0].length) };
}
