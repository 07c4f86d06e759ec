import type { Report } from '../diagnostics.ts';

/** A caption or chapter title with its start and end in seconds. */
export interface Cue {
  at: number;
  until: number;
  text: string;
}

const timing = /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]+.*)?$/;

/** Parses a WebVTT file; reports every problem with its line. */
export function readWebvtt(source: string, report: Report): Cue[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) {
    report(1, 'vtt-header', 'The first line of a WebVTT file must be WEBVTT.');
    return [];
  }
  const cues: Cue[] = [];
  for (const block of blocksOf(lines)) {
    const cue = readCue(block, report);
    if (!cue) continue;
    if (cue.at < (cues.at(-1)?.at ?? 0)) report(cue.line, 'vtt-order', 'This cue begins before the one above it.');
    cues.push({ at: cue.at, until: cue.until, text: cue.text });
  }
  if (cues.length === 0) report(1, 'vtt-empty', 'This file contains no cue.');
  return cues;
}

interface Block {
  /** The number of its first line in the file. */
  line: number;
  lines: string[];
}

/** Returns the runs of lines between blank ones, without the header. */
function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  lines.slice(1).forEach((text, i) => {
    if (text === '') {
      open = undefined;
    } else if (open) {
      open.lines.push(text);
    } else {
      open = { line: i + 2, lines: [text] };
      blocks.push(open);
    }
  });
  return blocks;
}

function readCue({ line, lines }: Block, report: Report): (Cue & { line: number }) | undefined {
  if (/^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[0] ?? '')) return undefined;
  // A line before the times may name the cue.
  const skipped = lines[0]?.includes('-->') ? 0 : 1;
  const match = timing.exec(lines[skipped] ?? '');
  if (!match) {
    report(
      line + (lines.length > skipped ? skipped : 0),
      'vtt-timing',
      'A cue must begin with its times: 00:01.000 --> 00:04.000.',
    );
    return undefined;
  }
  const [at, until] = [seconds(match[1] ?? ''), seconds(match[2] ?? '')];
  const text = plain(lines.slice(skipped + 1).join(' '));
  if (until <= at) report(line + skipped, 'vtt-timing', 'This cue ends before it begins.');
  if (!text) report(line + skipped, 'vtt-text', 'This cue has no text.');
  return { at, until, text, line: line + skipped };
}

/** `01:02:03.500` → 3723.5 */
function seconds(time: string): number {
  const [whole = '', fraction = '0'] = time.split('.');
  return whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(fraction) / 1000;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Removes voice, class and time tags from a cue text. */
const plain = (payload: string): string =>
  payload
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
