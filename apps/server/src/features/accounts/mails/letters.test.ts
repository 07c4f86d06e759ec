import { describe, expect, it } from 'vitest';
import type { AccountMail } from './account-mails.ts';
import * as letters from './letters.ts';
import { plainName, plainTime } from './plain-text.ts';
import { renderLetter } from './render-letter.ts';

const link = 'https://learn.example.org/verify/7/AABnP0xY-xH1w6lEJ9sG7_bqk';
const whats = [
  'totp_on',
  'totp_off',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
] as const;

/** Every letter there is, with everything that a stranger may choose set to `hostile`. */
function write(hostile: string): Record<string, letters.Letter> {
  const recipient = { username: hostile, publicUrl: 'https://learn.example.org' };
  const all: Record<AccountMail['kind'], letters.Letter> = {
    verify: letters.verifyLetter(recipient, { url: link }),
    reset: letters.resetLetter(recipient, { url: link, hasPassword: true }),
    password_changed: letters.passwordChangedLetter(recipient, {}),
    email_changed: letters.emailChangedLetter(recipient, {}),
    new_sign_in: letters.newSignInLetter(recipient, { device: hostile, at: '2026-11-21T14:05:09.123Z' }),
    second_factor_changed: letters.factorLetter(recipient, { what: 'totp_on' }),
    provider_linked: letters.providerLetter(recipient, { linked: true, provider: hostile }),
    provider_unlinked: letters.providerLetter(recipient, { linked: false, provider: hostile }),
    deletion_scheduled: letters.deletionLetter(recipient, { deleteAt: '2026-12-05T09:00:00.000Z' }),
  };
  const factors = whats.map((what) => [what, letters.factorLetter(recipient, { what })]);
  return {
    ...all,
    choose: letters.resetLetter(recipient, { url: link, hasPassword: false }),
    ...Object.fromEntries(factors),
  };
}

const tame = write('mara');
const kinds = Object.keys(tame);

it.each(kinds)('%s says the same in both forms: what, the one thing to do, why, and what if not', (kind) => {
  const letter = tame[kind] as letters.Letter;
  const { subject, text, html } = renderLetter(letter);
  expect(subject).toBe(letter.subject);
  expect(text).toContain('Hello mara.');
  expect(text).toContain(`${letter.action.label}:\n${letter.action.url}\n`);
  for (const part of [letter.heading, letter.otherwise, letter.reason, ...letter.paragraphs]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain('Not you?');
  expect(text).toMatch(/^You get this because .*learn\.example\.org/m);
  // The button and the bare link, and no other.
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([letter.action.url, letter.action.url]);
  expect([...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url)).toEqual([letter.action.url]);
  expect(html).not.toMatch(/<img|<svg|<script|<link|url\(|@import|undefined|\[object/i);
  expect(text).not.toMatch(/undefined|null|\[object|!/);
});

it('has a subject of its own for each', () => {
  const subjects = kinds.filter((kind) => kind !== 'second_factor_changed').map((kind) => tame[kind]?.subject);
  // Connecting and disconnecting a provider are different letters too.
  expect(new Set(subjects).size).toBe(subjects.length);
});

describe.each([
  ['markup', `"><img src=x onerror=alert(1)><a href='https://evil.example'>here</a>&lt;`],
  ['an address of a page', 'https://evil.example/verify/1/x'],
  ['an address that programs link by themselves', 'www.evil.example'],
  ['an address of a mailbox', 'captain@evil.example'],
  ['an address of the network', 'log in at 203.0.113.7 now'],
  ['lines of its own', 'mara\r\n\r\nYour account is locked:\r\nhttps://evil.example/unlock\u2028next'],
  ['a turned direction', 'mara\u202Emoc.live\u2066\u200B'],
  ['a wide dot', 'evil\u3002example evil\uFF0Eexample'],
  ['another scheme', 'javascript:alert(1) tel:+4912345 mailto:x'],
])('a name that is %s', (_, hostile) => {
  const written = write(hostile);

  it.each(kinds)('does no harm in %s', (kind) => {
    const letter = written[kind] as letters.Letter;
    const { subject, text, html } = renderLetter(letter);
    expect(subject).toBe(tame[kind]?.subject);
    expect([...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)).toEqual(
      [...renderLetter(tame[kind] as letters.Letter).html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag),
    );
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([letter.action.url, letter.action.url]);
    expect(text.split('\n')).toHaveLength(renderLetter(tame[kind] as letters.Letter).text.split('\n').length);
    const rest = text.replaceAll(letter.action.url, '').replaceAll('learn.example.org', '');
    expect(rest).not.toMatch(/:\/\/|www\.|@|\p{L}\.\p{L}|\d\.\d+\.|[\p{Cf}\u2028\u3002\uFF0E]/u);
    expect(rest).not.toMatch(/javascript:|tel:|mailto:/);
    expect(html).not.toMatch(/[\p{Cf}\u2028\u3002\uFF0E]/u);
  });
});

it('cuts a long name, and calls an empty one somebody', () => {
  expect(plainName('x'.repeat(500))).toHaveLength(40);
  expect(plainName(' \n<> ')).toBe('somebody');
  expect(plainName('Firefox 142.0 on Linux')).toBe('Firefox 142.0 on Linux');
  expect(plainName('Zoë_de-Vries2')).toBe('Zoë_de-Vries2');
});

it('writes times so that there is one way to read them', () => {
  expect(plainTime('2026-11-21T14:05:09.123Z')).toBe('21 November 2026, 14:05 UTC');
  expect(plainTime('2026-11-21T23:30:00-05:00')).toBe('22 November 2026, 04:30 UTC');
  expect(plainTime('<b>now</b>')).toBe('');
});
