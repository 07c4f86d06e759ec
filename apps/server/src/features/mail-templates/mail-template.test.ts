import { describe, expect, it } from 'vitest';
import { defineMailTemplate, fillTemplate } from './mail-template.ts';
import { renderMail } from './render-mail.ts';
import { findTemplateProblems } from './template-problems.ts';

const wording = {
  subject: 'A device',
  preview: 'Seen at {host}.',
  heading: 'A device',
  paragraphs: ['Hello {username}. {device} was here.', 'Two\nlines.'],
  action: 'Look',
  question: 'Not you?',
  otherwise: 'Tell {host} of {device}.',
} as const;
const frame = (_: unknown, data: { device: string }) => ({ values: data, url: 'https://x.example/a', reason: 'So.' });
const template = defineMailTemplate({ kind: 'device', placeholders: ['device'], required: ['device'], wording, frame });
const recipient = { username: 'mara', publicUrl: 'https://x.example' };
const defaults = { ...template.wording };

it('unknown placeholders do not compile', () => {
  // @ts-expect-error: the template has no `{plan}`
  defineMailTemplate({ kind: 'x', placeholders: ['device'], wording: { ...wording, action: 'Buy {plan}' }, frame });
  defineMailTemplate({
    kind: 'x',
    placeholders: ['device'],
    // @ts-expect-error: nor in a paragraph
    wording: { ...wording, paragraphs: ['{device} {plan}'] },
    frame,
  });
  // @ts-expect-error: this placeholder does not exist
  defineMailTemplate({ kind: 'x', placeholders: ['devise'], wording: { ...wording, paragraphs: ['Hello.'] }, frame });
  // @ts-expect-error: every placeholder needs a value
  defineMailTemplate({ kind: 'x', placeholders: ['device', 'time'], wording, frame });
});

it('does not scan values for placeholders, and keeps values on their line', () => {
  const hostile = { device: '{host} {username}\r\nBcc: a@b\u2028{' };
  const written = fillTemplate(template, recipient, hostile, { ...defaults, subject: '{device}' });
  expect(written.subject).toBe('{host} {username} Bcc: a@b {');
  expect(written.paragraphs[0]).toBe('Hello mara. {host} {username} Bcc: a@b { was here.');
});

it('escapes markup in a custom text, and keeps its line breaks in HTML and text', () => {
  const { html, text } = renderMail(
    fillTemplate(template, recipient, { device: 'x' }, { ...defaults, heading: '<b>' }),
  );
  expect(html).toContain('&lt;b&gt;');
  expect(html).toContain('Two<br>lines.');
  expect(text).toContain('\n\nTwo\nlines.\n\n');
});

describe('problems of a custom text', () => {
  it.each([
    [
      'an unknown placeholder',
      { action: '{plan}' },
      { action: expect.stringContaining('no placeholder {plan}. You can use') },
    ],
    [
      'the name of an object property',
      { action: '{constructor}' },
      { action: expect.stringContaining('no placeholder {constructor}') },
    ],
    ['one in upper case', { preview: '{HOST}' }, { preview: expect.stringContaining('no placeholder {HOST}') }],
    ['one with spaces', { preview: '{ host }' }, { preview: expect.stringContaining('no placeholder { host }') }],
    ['an empty one', { preview: 'a {} b' }, { preview: expect.stringContaining('no placeholder {}') }],
    ['an unclosed brace', { question: '{host' }, { question: expect.stringContaining('Close the brace') }],
    ['nested braces', { question: '{{host}}' }, { question: expect.stringContaining('Close the brace') }],
    [
      'a placeholder over two lines',
      { paragraphs: ['{device} {\nhost}'] },
      { paragraphs: expect.stringContaining('Close') },
    ],
    ['an extra brace', { question: 'host}' }, { question: expect.stringContaining('Remove the }') }],
    [
      'a second paragraph',
      { paragraphs: ['{device}', '{x}'] },
      { paragraphs: expect.stringContaining('no placeholder {x}') },
    ],
    ['an untrusted value in the subject', { subject: '{device}' }, { subject: expect.stringContaining('stranger') }],
    ['an untrusted value on the button', { action: '{username}' }, { action: expect.stringContaining('stranger') }],
    [
      'a missing required placeholder',
      { paragraphs: ['Hello.'] },
      { paragraphs: expect.stringContaining('Put {device}') },
    ],
  ])('%s', (_, changes, problems) => {
    expect(findTemplateProblems(template, { ...defaults, ...changes })).toEqual(problems);
  });
});
