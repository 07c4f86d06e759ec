import type { AdminMailTemplate, WordingPart } from '@hexpedition/contract';
import { isApiError } from '#lib/api-error.ts';

type Wording = AdminMailTemplate['wording'];

/** Editable parts of a mail template, in the order of the mail. */
export const parts = [
  { part: 'subject', label: 'Subject', rows: 0, maxLength: 150 },
  { part: 'preview', label: 'Preview line', rows: 0, maxLength: 200 },
  { part: 'heading', label: 'Heading', rows: 0, maxLength: 150 },
  { part: 'paragraphs', label: 'Text', rows: 7, maxLength: undefined },
  { part: 'action', label: 'Button', rows: 0, maxLength: 60 },
  { part: 'question', label: 'Closing question', rows: 0, maxLength: 100 },
  { part: 'otherwise', label: 'Closing text', rows: 3, maxLength: 1_000 },
] as const satisfies { part: WordingPart; label: string; rows: number; maxLength: number | undefined }[];

export const labelOf = (part: WordingPart): string => parts.find((one) => one.part === part)?.label ?? part;

/** Template texts as form values. Empty lines separate the paragraphs. */
export type TemplateTexts = Record<WordingPart, string>;

export const toTexts = (wording: Wording): TemplateTexts => ({
  ...wording,
  paragraphs: wording.paragraphs.join('\n\n'),
});

export function toWording(texts: TemplateTexts): Wording {
  const trimmed = Object.fromEntries(parts.map(({ part }) => [part, texts[part].trim()])) as TemplateTexts;
  const paragraphs = trimmed.paragraphs.split(/\n[^\S\n]*\n/).map((text) => text.trim());
  return { ...trimmed, paragraphs: paragraphs.filter((text) => text !== '') };
}

/** Returns the parts that differ between two texts, in the order of the mail. */
export const differingParts = (a: TemplateTexts, b: TemplateTexts): WordingPart[] => {
  const [left, right] = [toWording(a), toWording(b)];
  return parts.map(({ part }) => part).filter((part) => JSON.stringify(left[part]) !== JSON.stringify(right[part]));
};

/** Returns the server's validation errors by part. An error of a paragraph names its number. */
export function problemsOf(error: unknown): Partial<TemplateTexts> {
  if (!isApiError(error)) return {};
  const found = Object.entries(error.fields).map(([field, problem]) => {
    const [part = '', number] = field.split('.');
    return [part, number === undefined ? problem : `Paragraph ${Number(number) + 1}: ${problem}`];
  });
  return Object.fromEntries(found) as Partial<TemplateTexts>;
}

/** Whether a part may contain placeholders whose values users choose. */
export const isText = (part: WordingPart): boolean => part === 'paragraphs' || part === 'otherwise';

/** Replaces the placeholders in a text with their example values. */
export const withExamples = (text: string, { placeholders }: AdminMailTemplate): string =>
  text.replace(/\{([a-z]+)\}/g, (braces, name) => placeholders.find((one) => one.name === name)?.example ?? braces);
