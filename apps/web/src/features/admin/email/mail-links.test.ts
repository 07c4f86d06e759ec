import { expect, test } from 'vitest';
import { firstLink, formatMailTime, splitAtLinks } from './mail-links.ts';

const ours = 'https://learn.example.org';

test('links only URLs of this site', () => {
  expect(splitAtLinks(`Open:\n${ours}/verify/7/a-b_c\n\nNot ours: https://evil.example/x\n`, ours)).toEqual([
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
])('does not link %s', (address) => {
  expect(splitAtLinks(address, ours).filter(({ href }) => href)).toEqual([]);
});

test('keeps the whole text', () => {
  const text = `a ${ours}/x b <${ours}/y> "${ours}/z" https:// ${ours}`;
  expect(
    splitAtLinks(text, ours)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(splitAtLinks('', ours)).toEqual([]);
});

test('returns the first URL of a mail', () => {
  expect(firstLink(`Open:\n${ours}/a\nor ${ours}/b`)).toBe(`${ours}/a`);
  expect(firstLink('Nothing here.')).toBeUndefined();
});

test('formats times in UTC', () => {
  expect(formatMailTime('2026-11-21T14:05:09.000Z')).toBe('21 Nov, 14:05');
});
