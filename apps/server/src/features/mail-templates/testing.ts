import { describe, expect, it } from 'vitest';
import type { MailContent } from './mail-content.ts';
import type { TemplateDefinition } from './mail-template.ts';
import { isUntrusted } from './placeholders.ts';
import { renderMail } from './render-mail.ts';
import type { SampleMail } from './sample-mail.ts';
import { findTemplateProblems } from './template-problems.ts';

/**
 * Runs the tests that every mail template must pass.
 * @param write composes every mail for `Hello <name>`, with all text that a stranger can choose set to the given one
 * @param samples the same templates with example data
 * @param templates exports of the module that defines them
 */
export function testMailTemplates(
  write: (hostile: string) => Record<string, MailContent>,
  samples: readonly SampleMail[],
  templates: Record<string, TemplateDefinition | Record<string, TemplateDefinition>>,
): void {
  it('has an example for every template', () => {
    const kinds = Object.values(templates).flatMap((one) =>
      typeof one.kind === 'string' ? [one.kind] : Object.values(one).map(({ kind }) => kind),
    );
    expect(samples.map(({ template }) => template.kind).sort()).toEqual(kinds.sort());
  });

  const recipient = { username: 'mara', publicUrl: 'https://learn.example.org' };

  it.each(samples.map((sample) => [sample.template.kind, sample] as const))(
    '%s has a valid default text, and a value for each placeholder',
    (_, { template, compose, values }) => {
      expect(findTemplateProblems(template, template.wording)).toEqual({});
      const examples = values(recipient);
      expect(Object.keys(examples).toSorted()).toEqual([...template.placeholders].toSorted());
      expect(Object.values(examples)).not.toContain('');
      const allPlaceholders = template.placeholders.map((name) => `{${name}}`).join(' ');
      const trusted = template.placeholders.filter((name) => !isUntrusted(name)).map((name) => `{${name}}`);
      const line = trusted.join(' ');
      const everything = { subject: line, preview: line, heading: line, action: line, question: line };
      const wording = { ...everything, paragraphs: [allPlaceholders], otherwise: allPlaceholders };
      expect(findTemplateProblems(template, wording)).toEqual({});
      const written = compose(recipient, wording);
      for (const name of template.placeholders) expect(written.paragraphs[0]).toContain(examples[name]);
      expect(JSON.stringify(written)).not.toMatch(/\{[a-z]+\}/);
      const { action, reason, facts } = compose(recipient, template.wording);
      expect(written).toMatchObject({ reason, action: { url: action.url }, ...(facts ? { facts } : {}) });
    },
  );

  const harmless = write('mara');
  const kinds = Object.keys(harmless);

  it.each(kinds)(
    '%s has the same content as HTML and text: message, action, reason and what to do otherwise',
    (kind) => {
      const content = harmless[kind] as MailContent;
      const { subject, text, html } = renderMail(content);
      expect(subject).toBe(content.subject);
      expect(text).toContain('Hello mara.');
      expect(text).toContain(`${content.action.label}:\n${content.action.url}\n`);
      for (const part of [content.heading, content.otherwise, content.reason, ...content.paragraphs]) {
        expect(text).toContain(part);
        expect(html).toContain(part);
      }
      expect(text).toContain(`${content.question} ${content.otherwise}`);
      expect(text).toMatch(/^You get this because .*learn\.example\.org/m);
      // Only the button and the plain link.
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
        content.action.url,
        content.action.url,
      ]);
      expect([...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url)).toEqual([content.action.url]);
      expect(html).not.toMatch(/<img|<svg|<script|<link|url\(|@import|undefined|\[object/i);
      expect(text).not.toMatch(/undefined|null|\[object|!/);
    },
  );

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
  ])('a name with %s', (_, hostile) => {
    const written = write(hostile);

    it.each(kinds)('is harmless in %s', (kind) => {
      const content = written[kind] as MailContent;
      const { subject, text, html } = renderMail(content);
      expect(subject).toBe(harmless[kind]?.subject);
      expect([...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)).toEqual(
        [...renderMail(harmless[kind] as MailContent).html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag),
      );
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
        content.action.url,
        content.action.url,
      ]);
      expect(text.split('\n')).toHaveLength(renderMail(harmless[kind] as MailContent).text.split('\n').length);
      const rest = text.replaceAll(content.action.url, '').replaceAll('learn.example.org', '');
      expect(rest).not.toMatch(/:\/\/|www\.|@|\p{L}\.\p{L}|\d\.\d+\.\d|[\p{Cf}\u2028\u3002\uFF0E]/u);
      expect(rest).not.toMatch(/javascript:|tel:|mailto:/);
      expect(html).not.toMatch(/[\p{Cf}\u2028\u3002\uFF0E]/u);
    });
  });
}
