import { expect, test } from 'vitest';
import { readCursor } from './cursor.ts';

test('a cursor is base64url and not too long', () => {
  expect(readCursor({ cursor: 'WzUwLDEyMF0_-' })).toEqual({ cursor: 'WzUwLDEyMF0_-' });
  expect(readCursor({ cursor: 'a b' })).toEqual({});
  expect(readCursor({ cursor: 'a'.repeat(201) })).toEqual({});
  expect(readCursor({ cursor: 5 })).toEqual({});
});
