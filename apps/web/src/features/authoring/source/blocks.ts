/** What a lesson's source is made of, as authors see it. A figure belongs to the text module around it. */
export const blockKinds = [
  'text',
  'quiz',
  'flag',
  'drill',
  'lab',
  'video',
  'youtube',
  'file',
  'figure',
  'poll',
  'demo',
] as const;
export type BlockKind = (typeof blockKinds)[number];

/** A run of lines, 1-based and both inclusive. Empty lines between two blocks belong to neither. */
export interface Lines {
  from: number;
  to: number;
}

export interface Block extends Lines {
  kind: BlockKind;
  /** What stands beside its name: `choose one · two-quotes`. */
  facts: string;
  /** The lines below the options of a quiz; null where there are none. */
  explanation: Lines | null;
  /** For a figure: whether somebody who does not see it is told what is there. */
  hasAlt: boolean;
}

const directive = /^(:{2,})([a-z]+)(?=[[{\s]|$)/;
const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Splits a lesson's body into its blocks, as the import does: modules stand at the top level, and what is between two
 * of them is text.
 */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let text: Lines | undefined;
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
  return blockKinds.find((kind): kind is Exclude<BlockKind, 'text'> => kind !== 'text' && kind === name);
}

/** Where the code or the container that begins on a line ends; the line itself where neither does. 0-based. */
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

/** A container ends at a line of as many colons or more; code in it may hold such a line. */
function endOfContainer(lines: readonly string[], at: number, colons: number): number {
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const fence = codeFence.exec(line)?.[1];
    if (fence) i = endOfCode(lines, i, fence);
    else if (/^:{3,}\s*$/.test(line) && line.trim().length >= colons) return i;
  }
  return lines.length - 1;
}

function blockOf(kind: BlockKind, { from, to }: Lines, lines: readonly string[]): Block {
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

/** What a new figure has where its alt text is to be written: nobody is told anything by it. */
export const altToWrite = 'What is to be seen';

function hasAlt(line: string): boolean {
  const alt = /\balt="([^"]+)"/.exec(line)?.[1];
  return alt !== undefined && alt !== altToWrite;
}

const questionKinds: Record<string, string> = {
  single: 'choose one',
  multiple: 'choose all that apply',
  ordering: 'put in order',
  free: 'write it',
};

function factsOf(kind: BlockKind, own: readonly string[]): string {
  const head = own[0] ?? '';
  // They come last, and a flag's answer among them holds braces of its own.
  const attributes = head.slice(head.lastIndexOf(']{') + 1);
  const id = /#([\w-]+)/.exec(attributes)?.[1];
  const value = (name: string) =>
    new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s}]+))`).exec(attributes)?.slice(1).find(Boolean);
  const asked = questionKinds[value('kind') ?? ''];
  const points = value('points');
  const parts: Record<BlockKind, (string | undefined)[]> = {
    text: [wordsOf(own)],
    quiz: [asked, id],
    poll: [asked, id],
    flag: [points && `${points} points`, id],
    drill: [value('make'), points && `${points} points`, id],
    lab: [value('slug')],
    video: [fileName(value('src')), id],
    youtube: [value('video'), id],
    file: [fileName(value('src')), id],
    figure: [fileName(value('src'))],
    demo: [fileName(value('src')), id],
  };
  return parts[kind].filter(Boolean).join(' · ');
}

function wordsOf(own: readonly string[]): string {
  const count = own.join(' ').match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
  return count === 1 ? '1 word' : `${count} words`;
}

const fileName = (path: string | undefined) => path?.split('/').at(-1);

/** What follows the options, to the last line before the closing colons. */
function explanationOf(own: readonly string[], first: number): Lines | null {
  const isOption = (line: string) => /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
  const option = own.findLastIndex(isOption);
  const gap = own.findIndex((line, i) => i > Math.max(option, 0) && line.trim() === '');
  // A quiz without options has its explanation right below its head.
  const from = option === -1 ? 1 : gap === -1 ? own.length : gap + 1;
  const to = own.findLastIndex((line, i) => i < own.length - 1 && line.trim() !== '');
  return from <= to ? { from: first + from, to: first + to } : null;
}

/**
 * The line below which something new can stand without breaking what a line belongs to: the last one of its block, and
 * inside of a text that of its paragraph, code or container. On an empty line, the line itself.
 */
export function endAround(lines: readonly string[], blocks: readonly Block[], line: number): number {
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

/** Where a paragraph, code or container of a text ends that begins on a line. 0-based, like `last`. */
function endOfPart(lines: readonly string[], at: number, last: number): number {
  let end = endOf(lines, at);
  if (end > at || (lines[at] ?? '').trim() === '') return end;
  while (end < last && (lines[end + 1] ?? '').trim() !== '' && endOf(lines, end + 1) === end + 1) end++;
  return end;
}

/** The block that a line belongs to; on an empty line between two, the one above. −1 above all of them. */
export const blockAt = (blocks: readonly Block[], line: number): number =>
  blocks.findLastIndex(({ from }) => from <= line);
