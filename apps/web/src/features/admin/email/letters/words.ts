import type { Letter, WordingPart } from '@hexpedition/contract';
import { isApiError } from '#lib/api-error.ts';

type Wording = Letter['wording'];

/** The parts of a wording, in the order of the mail. */
export const parts = [
  { part: 'subject', label: 'Subject', rows: 0, most: 150 },
  { part: 'preview', label: 'Preview line', rows: 0, most: 200 },
  { part: 'heading', label: 'Heading', rows: 0, most: 150 },
  { part: 'paragraphs', label: 'Text', rows: 7, most: undefined },
  { part: 'action', label: 'Button', rows: 0, most: 60 },
  { part: 'question', label: 'Question', rows: 0, most: 100 },
  { part: 'otherwise', label: 'Otherwise', rows: 3, most: 1_000 },
] as const satisfies { part: WordingPart; label: string; rows: number; most: number | undefined }[];

export const labelOf = (part: WordingPart): string => parts.find((one) => one.part === part)?.label ?? part;

/** A wording as it is typed: an empty line parts the paragraphs. */
export type Words = Record<WordingPart, string>;

export const toWords = (wording: Wording): Words => ({ ...wording, paragraphs: wording.paragraphs.join('\n\n') });

export function toWording(words: Words): Wording {
  const trimmed = Object.fromEntries(parts.map(({ part }) => [part, words[part].trim()])) as Words;
  const paragraphs = trimmed.paragraphs.split(/\n[^\S\n]*\n/).map((text) => text.trim());
  return { ...trimmed, paragraphs: paragraphs.filter((text) => text !== '') };
}

/** The parts in which two wordings differ, in the order of the mail. */
export const differingParts = (one: Words, other: Words): WordingPart[] => {
  const [left, right] = [toWording(one), toWording(other)];
  return parts.map(({ part }) => part).filter((part) => JSON.stringify(left[part]) !== JSON.stringify(right[part]));
};

/** What the server says is wrong, by part; of a paragraph it says which. */
export function problemsOf(error: unknown): Partial<Words> {
  if (!isApiError(error)) return {};
  const found = Object.entries(error.fields).map(([field, problem]) => {
    const [part = '', number] = field.split('.');
    return [part, number === undefined ? problem : `Paragraph ${Number(number) + 1}: ${problem}`];
  });
  return Object.fromEntries(found) as Partial<Words>;
}

/** Strangers choose some values; these may stand in the text alone. */
export const isText = (part: WordingPart): boolean => part === 'paragraphs' || part === 'otherwise';

/** A line with the values of the example in it. */
export const withExamples = (text: string, { placeholders }: Letter): string =>
  text.replace(/\{([a-z]+)\}/g, (braces, name) => placeholders.find((one) => one.name === name)?.example ?? braces);
