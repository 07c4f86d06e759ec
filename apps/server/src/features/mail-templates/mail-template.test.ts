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
const frame = (_: unknown, about: { device: string }) => ({ values: about, url: 'https://x.example/a', reason: 'So.' });
const letter = defineMailTemplate({ kind: 'device', offers: ['device'], needs: ['device'], wording, frame });
const reader = { username: 'mara', publicUrl: 'https://x.example' };
const said = { ...letter.wording };

it('names of placeholders that a letter does not offer do not compile', () => {
  // @ts-expect-error: no `{plan}` is offered
  defineMailTemplate({ kind: 'x', offers: ['device'], wording: { ...wording, action: 'Buy {plan}' }, frame });
  // @ts-expect-error: nor in a paragraph
  defineMailTemplate({
    kind: 'x',
    offers: ['device'],
    wording: { ...wording, paragraphs: ['{device} {plan}'] },
    frame,
  });
  // @ts-expect-error: there is no such placeholder at all
  defineMailTemplate({ kind: 'x', offers: ['devise'], wording: { ...wording, paragraphs: ['Hello.'] }, frame });
  // @ts-expect-error: what is offered needs a value
  defineMailTemplate({ kind: 'x', offers: ['device', 'time'], wording, frame });
});

it('a value is not read for placeholders, and does not leave its line', () => {
  const hostile = { device: '{host} {username}\r\nBcc: a@b\u2028{' };
  const written = fillTemplate(letter, reader, hostile, { ...said, subject: '{device}' });
  expect(written.subject).toBe('{host} {username} Bcc: a@b {');
  expect(written.paragraphs[0]).toBe('Hello mara. {host} {username} Bcc: a@b { was here.');
});

it('no word of a wording is markup, and its lines stay lines in both forms', () => {
  const { html, text } = renderMail(fillTemplate(letter, reader, { device: 'x' }, { ...said, heading: '<b>' }));
  expect(html).toContain('&lt;b&gt;');
  expect(html).toContain('Two<br>lines.');
  expect(text).toContain('\n\nTwo\nlines.\n\n');
});

describe('is told what is wrong with', () => {
  it.each([
    ['an unknown placeholder', { action: '{plan}' }, { action: expect.stringContaining('knows no {plan}. It knows') }],
    ['one of an object', { action: '{constructor}' }, { action: expect.stringContaining('knows no {constructor}') }],
    ['one in other letters', { preview: '{HOST}' }, { preview: expect.stringContaining('knows no {HOST}') }],
    ['one with spaces', { preview: '{ host }' }, { preview: expect.stringContaining('knows no { host }') }],
    ['an empty one', { preview: 'a {} b' }, { preview: expect.stringContaining('knows no {}') }],
    ['an unclosed brace', { question: '{host' }, { question: expect.stringContaining('Close the brace') }],
    ['one in another', { question: '{{host}}' }, { question: expect.stringContaining('Close the brace') }],
    ['one over two lines', { paragraphs: ['{device} {\nhost}'] }, { paragraphs: expect.stringContaining('Close') }],
    ['a brace too many', { question: 'host}' }, { question: expect.stringContaining('Take out the }') }],
    ['a second paragraph', { paragraphs: ['{device}', '{x}'] }, { paragraphs: expect.stringContaining('no {x}') }],
    ['a stranger’s word in the subject', { subject: '{device}' }, { subject: expect.stringContaining('stranger') }],
    ['a stranger’s word on the button', { action: '{username}' }, { action: expect.stringContaining('stranger') }],
    ['what nobody would know', { paragraphs: ['Hello.'] }, { paragraphs: expect.stringContaining('Put {device}') }],
  ])('%s', (_, changes, faults) => {
    expect(findTemplateProblems(letter, { ...said, ...changes })).toEqual(faults);
  });
});
