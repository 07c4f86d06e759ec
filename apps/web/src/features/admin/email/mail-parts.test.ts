import { expect, test } from 'vitest';
import { mailLink, mailParts, mailTime } from './mail-parts.ts';

const ours = 'https://learn.example.org';

test('our own addresses become links, the rest stays text', () => {
  expect(mailParts(`Open:\n${ours}/verify/7/a-b_c\n\nNot ours: https://evil.example/x\n`, ours)).toEqual([
    { text: 'Open:\n' },
    { text: `${ours}/verify/7/a-b_c`, href: `${ours}/verify/7/a-b_c` },
    { text: '\n\nNot ours: ' },
    { text: 'https://evil.example/x' },
    { text: '\n' },
  ]);
});

test.each([
  'https://learn.example.org.evil.example/x',
  'https://learn.example.org@evil.example/x',
  'http://learn.example.org/x',
  'https://learn.example.org:8443/x',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://[',
])('%s is not ours', (address) => {
  expect(mailParts(address, ours).filter(({ href }) => href)).toEqual([]);
});

test('no part is lost', () => {
  const text = `a ${ours}/x b <${ours}/y> "${ours}/z" https:// ${ours}`;
  expect(
    mailParts(text, ours)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(mailParts('', ours)).toEqual([]);
});

test('the link of a mail is its first address', () => {
  expect(mailLink(`Open:\n${ours}/a\nor ${ours}/b`)).toBe(`${ours}/a`);
  expect(mailLink('Nothing here.')).toBeUndefined();
});

test('times are UTC', () => {
  expect(mailTime('2026-11-21T14:05:09.000Z')).toBe('21 Nov, 14:05');
});
