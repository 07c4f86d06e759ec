import { altPlaceholder, type BlockKind, blockKindNames } from './block-kinds.ts';

/** Range of lines, 1-based, both ends inclusive. Empty lines between two blocks belong to neither. */
export interface LineRange {
  from: number;
  to: number;
}

export interface Block extends LineRange {
  kind: BlockKind;
  /** Short facts shown beside the name, such as `choose one · two-quotes`. */
  facts: string;
  /** Lines of a quiz below its options; null if there are none. */
  explanation: LineRange | null;
  /** Whether a figure has alt text. */
  hasAlt: boolean;
}

const directive = /^(:{2,})([a-z]+)(?=[[{\s]|$)/;
const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Splits a lesson's body into its blocks, as the import does: top-level directives are modules, and everything between
 * them is text.
 */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let text: LineRange | undefined;
  const endText = () => {
    if (text) blocks.push(blockOf('text', text, lines));
    text = undefined;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const end = endOf(lines, at);
    const kind = kindOf(line);
    if (kind) {
      endText();
      blocks.push(blockOf(kind, { from: at + 1, to: end + 1 }, lines));
    } else if (line.trim() !== '') text = { from: text?.from ?? at + 1, to: end + 1 };
    at = end;
  }
  endText();
  return blocks;
}

function kindOf(line: string): Exclude<BlockKind, 'text'> | undefined {
  const name = directive.exec(line)?.[2];
  return blockKindNames.find((kind): kind is Exclude<BlockKind, 'text'> => kind !== 'text' && kind === name);
}

/** Returns the last line of the code or container that starts on a line, or else the line itself. 0-based. */
function endOf(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  const fence = codeFence.exec(line)?.[1];
  if (fence) return endOfCode(lines, at, fence);
  const colons = directive.exec(line)?.[1] ?? '';
  return colons.length > 2 ? endOfContainer(lines, at, colons.length) : at;
}

function endOfCode(lines: readonly string[], at: number, fence: string): number {
  for (let i = at + 1; i < lines.length; i++) {
    const closing = (lines[i] ?? '').trim();
    if (closing.length >= fence.length && closing === fence.charAt(0).repeat(closing.length)) return i;
  }
  return lines.length - 1;
}

/** A container ends at a line with at least as many colons. Such lines within code do not count. */
function endOfContainer(lines: readonly string[], at: number, colons: number): number {
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const fence = codeFence.exec(line)?.[1];
    if (fence) i = endOfCode(lines, i, fence);
    else if (/^:{3,}\s*$/.test(line) && line.trim().length >= colons) return i;
  }
  return lines.length - 1;
}

function blockOf(kind: BlockKind, { from, to }: LineRange, lines: readonly string[]): Block {
  const own = lines.slice(from - 1, to);
  return {
    kind,
    from,
    to,
    facts: factsOf(kind, own),
    explanation: kind === 'quiz' ? explanationOf(own, from) : null,
    hasAlt: kind === 'figure' && hasAlt(own[0] ?? ''),
  };
}

function hasAlt(line: string): boolean {
  const alt = /\balt="([^"]+)"/.exec(line)?.[1];
  return alt !== undefined && alt !== altPlaceholder;
}

const questionKinds: Record<string, string> = {
  single: 'choose one',
  multiple: 'choose all that apply',
  ordering: 'put in order',
  free: 'type an answer',
};

function factsOf(kind: BlockKind, own: readonly string[]): string {
  if (kind === 'text') return wordCountText(own);
  const head = own[0] ?? '';
  // The attributes come last. They may contain braces, as in a flag's answer.
  const attributes = head.slice(head.lastIndexOf(']{') + 1);
  const values = new Map<string, string | undefined>();
  for (const [, name = 'id', quoted, bare] of attributes.matchAll(/(?:#|\b([\w-]+)=)(?:"([^"]*)"|([^\s}]+))/g))
    values.set(name, quoted || bare);
  const points = values.get('points');
  return [
    questionKinds[values.get('kind') ?? ''],
    values.get('make'),
    points && `${points} points`,
    values.get('slug'),
    values.get('video'),
    fileName(values.get('src')),
    values.get('id'),
  ]
    .filter(Boolean)
    .join(' · ');
}

function wordCountText(own: readonly string[]): string {
  const count = own.join(' ').match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
  return count === 1 ? '1 word' : `${count} words`;
}

const fileName = (path: string | undefined) => path?.split('/').at(-1);

/** Returns the lines after the options, up to the last line before the closing colons. */
function explanationOf(own: readonly string[], first: number): LineRange | null {
  const isOption = (line: string) => /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
  const option = own.findLastIndex(isOption);
  const gap = own.findIndex((line, i) => i > Math.max(option, 0) && line.trim() === '');
  // The explanation of a quiz without options starts right below its first line.
  const from = option === -1 ? 1 : gap === -1 ? own.length : gap + 1;
  const to = own.findLastIndex((line, i) => i < own.length - 1 && line.trim() !== '');
  return from <= to ? { from: first + from, to: first + to } : null;
}

/**
 * Returns the line below which a new block can be inserted without splitting the part around a line. That is the last
 * line of its block or, within text, of its paragraph, code or container. For an empty line, the line itself.
 */
export function insertLineFor(lines: readonly string[], blocks: readonly Block[], line: number): number {
  const block = blocks.find(({ from, to }) => from <= line && line <= to);
  if (!block) return line;
  if (block.kind !== 'text') return block.to;
  for (let at = block.from - 1; at < line; at++) {
    const end = endOfPart(lines, at, block.to - 1);
    if (line <= end + 1) return end + 1;
    at = end;
  }
  return line;
}

/** Returns the last line of the paragraph, code or container that starts on a line. 0-based, like `last`. */
function endOfPart(lines: readonly string[], at: number, last: number): number {
  let end = endOf(lines, at);
  if (end > at || (lines[at] ?? '').trim() === '') return end;
  while (end < last && (lines[end + 1] ?? '').trim() !== '' && endOf(lines, end + 1) === end + 1) end++;
  return end;
}

/** Returns the index of the block of a line. An empty line belongs to the block above. −1 above all blocks. */
export const blockAt = (blocks: readonly Block[], line: number): number =>
  blocks.findLastIndex(({ from }) => from <= line);
