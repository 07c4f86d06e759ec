import { describe, expect, it } from 'vitest';
import { createScrollback } from './scrollback.ts';

const text = (bytes: Buffer) => bytes.toString('latin1');

describe('scrollback', () => {
  it('returns the output after an offset', () => {
    const history = createScrollback(1024);
    history.push(Buffer.from('one '));
    history.push(Buffer.from('two'));
    expect(history.end).toBe(7);
    const { from, bytes, missed } = history.since(4);
    expect([from, text(bytes), missed]).toEqual([4, 'two', false]);
    expect(history.since(7)).toMatchObject({ from: 7, missed: false, bytes: Buffer.alloc(0) });
    expect(text(history.since(null).bytes)).toBe('one two');
    expect(history.since(null).missed).toBe(false);
  });

  it('returns all output for an offset that was never reached', () => {
    const history = createScrollback(1024);
    history.push(Buffer.from('new'));
    expect(history.since(1000)).toMatchObject({ from: 0, missed: true });
  });

  it('begins at a line break when older output was dropped', () => {
    const history = createScrollback(16);
    history.push(Buffer.from('0123456789\nabcdefghij\n'));
    const { from, bytes, missed } = history.since(2);
    expect([from, text(bytes), missed]).toEqual([11, 'abcdefghij\n', true]);
    expect(history.since(null)).toMatchObject({ from: 11, missed: true });
    expect(text(history.since(15).bytes)).toBe('efghij\n');
  });

  it('returns the same bytes as a string for random writes', () => {
    const capacity = 10_000;
    const history = createScrollback(capacity);
    let all = '';
    let seed = 7;
    for (let i = 0; i < 500; i++) {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      // Without newlines, so that no partial line is skipped.
      const piece = String.fromCharCode(65 + (seed % 26)).repeat(seed % (i % 50 === 0 ? 25_000 : 300));
      history.push(Buffer.from(piece));
      all += piece;
      expect(history.end).toBe(all.length);
      const { from, bytes } = history.since(null);
      expect(text(bytes)).toBe(all.slice(from));
      expect(bytes.length).toBe(Math.min(bytes.length, capacity));
      expect(text(history.since(all.length - Math.min(all.length, 100)).bytes)).toBe(all.slice(-100));
    }
    expect(history.since(null).bytes).toHaveLength(capacity);
  });
});
