import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logFormatOf, textDestination } from './log.ts';

it('writes text with time, level, message and properties', () => {
  let text = '';
  const logger = pino(
    { level: 'info' },
    textDestination((line) => {
      text += line;
    }),
  );
  logger.warn({ reqId: 'a-1', status: 503, nested: { a: 1 } }, 'the disk is full');
  expect(text).toMatch(/^\d\d:\d\d:\d\d warn the disk is full reqId=a-1 status=503 nested=\{"a":1\}\n$/);
});

it('writes JSON when standard output is not a terminal, unless LOG_FORMAT says otherwise', () => {
  expect([logFormatOf(undefined), logFormatOf('text'), logFormatOf('json')]).toEqual([
    process.stdout.isTTY ? 'text' : 'json',
    'text',
    'json',
  ]);
});
