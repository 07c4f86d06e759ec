import { describe, expect, it } from 'vitest';
import type { MailContent } from './mail-content.ts';
import { isUntrusted } from './placeholders.ts';
import { renderMail } from './render-mail.ts';
import type { SampleMail } from './sample-mail.ts';
import { findTemplateProblems } from './template-problems.ts';

/**
 * The tests that every letter has to pass.
 * @param write every letter there is, to `Hello <name>`, with all that a stranger may choose set to the given text
 * @param samples the same letters, about their examples
 */
export function testMailTemplates(
  write: (hostile: string) => Record<string, MailContent>,
  samples: readonly SampleMail[],
): void {
  const reader = { username: 'mara', publicUrl: 'https://learn.example.org' };

  it.each(samples.map((sample) => [sample.letter.kind, sample] as const))(
    '%s says what can be sent, and each of its placeholders stands for something',
    (_, { letter, compose, values }) => {
      expect(findTemplateProblems(letter, letter.wording)).toEqual({});
      const examples = values(reader);
      expect(Object.keys(examples).toSorted()).toEqual([...letter.offers].toSorted());
      expect(Object.values(examples)).not.toContain('');
      const all = letter.offers.map((name) => `{${name}}`).join(' ');
      const ours = letter.offers.filter((name) => !isUntrusted(name)).map((name) => `{${name}}`);
      const line = ours.join(' ');
      const everything = { subject: line, preview: line, heading: line, action: line, question: line };
      const wording = { ...everything, paragraphs: [all], otherwise: all };
      expect(findTemplateProblems(letter, wording)).toEqual({});
      const written = compose(reader, wording);
      for (const name of letter.offers) expect(written.paragraphs[0]).toContain(examples[name]);
      expect(JSON.stringify(written)).not.toMatch(/\{[a-z]+\}/);
      const { action, reason, facts } = compose(reader, letter.wording);
      expect(written).toMatchObject({ reason, action: { url: action.url }, ...(facts ? { facts } : {}) });
    },
  );

  const tame = write('mara');
  const kinds = Object.keys(tame);

  it.each(kinds)('%s says the same in both forms: what, the one thing to do, why, and what if not', (kind) => {
    const letter = tame[kind] as MailContent;
    const { subject, text, html } = renderMail(letter);
    expect(subject).toBe(letter.subject);
    expect(text).toContain('Hello mara.');
    expect(text).toContain(`${letter.action.label}:\n${letter.action.url}\n`);
    for (const part of [letter.heading, letter.otherwise, letter.reason, ...letter.paragraphs]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain(`${letter.question} ${letter.otherwise}`);
    expect(text).toMatch(/^You get this because .*learn\.example\.org/m);
    // The button and the bare link, and no other.
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([letter.action.url, letter.action.url]);
    expect([...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url)).toEqual([letter.action.url]);
    expect(html).not.toMatch(/<img|<svg|<script|<link|url\(|@import|undefined|\[object/i);
    expect(text).not.toMatch(/undefined|null|\[object|!/);
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
      const letter = written[kind] as MailContent;
      const { subject, text, html } = renderMail(letter);
      expect(subject).toBe(tame[kind]?.subject);
      expect([...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)).toEqual(
        [...renderMail(tame[kind] as MailContent).html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag),
      );
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
        letter.action.url,
        letter.action.url,
      ]);
      expect(text.split('\n')).toHaveLength(renderMail(tame[kind] as MailContent).text.split('\n').length);
      const rest = text.replaceAll(letter.action.url, '').replaceAll('learn.example.org', '');
      expect(rest).not.toMatch(/:\/\/|www\.|@|\p{L}\.\p{L}|\d\.\d+\.\d|[\p{Cf}\u2028\u3002\uFF0E]/u);
      expect(rest).not.toMatch(/javascript:|tel:|mailto:/);
      expect(html).not.toMatch(/[\p{Cf}\u2028\u3002\uFF0E]/u);
    });
  });
}
