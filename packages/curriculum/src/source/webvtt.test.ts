import { describe, expect, it } from 'vitest';
import { readWebvtt } from './webvtt.ts';

function read(source: string) {
  const problems: string[] = [];
  const cues = readWebvtt(source, (line, code) => problems.push(`${line} ${code}`));
  return { cues, problems };
}

describe('WebVTT', () => {
  it('returns cue texts without tags, notes and settings', () => {
    const source = `WEBVTT - a title\n\nNOTE\nnot shown\n\nSTYLE\n::cue {}\n\nfirst\n00:01.500 --> 00:04.000 align:start\n<v Mara>Hello <i>you</i></v> &amp;\nyours &lt;3\n\n01:00:00.000 --> 01:00:02.250\nLater.\n`;
    expect(read(source)).toEqual({
      cues: [
        { at: 1.5, until: 4, text: 'Hello you & yours <3' },
        { at: 3600, until: 3602.25, text: 'Later.' },
      ],
      problems: [],
    });
  });

  it('accepts the line endings of every system', () => {
    expect(read('\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nA\r\n').cues).toEqual([{ at: 1, until: 2, text: 'A' }]);
  });

  it.each([
    ['', '1 vtt-header'],
    ['1\n00:01.000 --> 00:02.000\nA', '1 vtt-header'],
    ['WEBVTT\n', '1 vtt-empty'],
    ['WEBVTT\n\n00:01,000 --> 00:02,000\nA', '3 vtt-timing'],
    ['WEBVTT\n\nname\n0:1 --> 2\nA', '4 vtt-timing'],
    ['WEBVTT\n\njust words', '3 vtt-timing'],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\nA', '3 vtt-timing'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '3 vtt-text'],
    ['WEBVTT\n\n00:05.000 --> 00:06.000\nA\n\n00:01.000 --> 00:02.000\nB', '6 vtt-order'],
  ])('%j → %s', (source, expected) => {
    expect(read(source).problems).toContain(expected);
  });
});
