import type { Colour } from '@hexpedition/contract';
import { reservedSlugs } from '@hexpedition/hexkit';
import type { Paragraph } from 'mdast';
import { stringify } from 'yaml';
import { type BundleFile, textFile } from './bundle-files.ts';
import { type Blocks, oneLine, summaryOf, writeMarkdown } from './foreign-markdown.ts';
import { idOf, Slugs } from './slugs-and-ids.ts';

/** A lesson before it is placed in a chapter. */
export interface LessonDraft {
  /** Unique among the lessons of the bundle; never changes. */
  key: string;
  name: string;
  slug: string;
  /** Summary to use when the lesson has no text. */
  fallback: string;
  minutes: number;
  blocks: Blocks;
}

export interface ChapterDraft {
  name: string;
  slug: string;
  lessons: LessonDraft[];
}

export interface TrainingDraft {
  slug: string;
  /** Seed of the ids of its lessons. */
  idsOf: string;
  name: string;
  tier: number;
  hidden: boolean;
  tags: string[];
  fallback: string;
  description: Blocks;
  chapters: ChapterDraft[];
}

/** Maximum entries of a folder: three digits number them. */
export const folderLimit = 999;

/** Slugs that no chapter may have: the API and a training's test use them. */
export const chapterSlugs = (): Slugs => new Slugs([...reservedSlugs, 'test-out']);
export const lessonSlugs = (): Slugs => new Slugs(reservedSlugs);

const yamlOptions = { lineWidth: 0 };

export function writeContinent(
  output: Map<string, BundleFile>,
  { slug, name, colour }: { slug: string; name: string; colour: Colour },
): void {
  const head = { slug, name, colour, summary: 'Imported courses.' };
  output.set(`${slug}/continent.yaml`, textFile(stringify(head, yamlOptions)));
}

/** Writes a training below its continent. A chapter without lessons is left out. */
export function writeTraining(output: Map<string, BundleFile>, continent: string, training: TrainingDraft): void {
  const folder = `${continent}/${training.slug}`;
  const { slug, idsOf, name, tier, hidden, tags, fallback, description } = training;
  const summary = summaryOf(description, 110) || fallback;
  const text = writeMarkdown(description) || fallback;
  const head = { id: idOf('tr', slug), slug, name, tags, tier, icon: 'flag', summary, description: text, hidden };
  output.set(`${folder}/training.yaml`, textFile(stringify(head, yamlOptions)));
  const chapters = training.chapters.filter(({ lessons }) => lessons.length > 0);
  chapters.forEach((chapter, i) => {
    const chapterFolder = `${folder}/${numbered(i, chapters.length)}-${chapter.slug}`;
    const head = { id: idOf('ch', slug, chapter.slug), name: chapter.name };
    output.set(`${chapterFolder}/chapter.yaml`, textFile(stringify(head, yamlOptions)));
    chapter.lessons.forEach((lesson, j) => {
      const file = `${chapterFolder}/${numbered(j, chapter.lessons.length)}-${lesson.slug}.md`;
      output.set(file, textFile(lessonText(idsOf, lesson)));
    });
  });
}

function lessonText(idsOf: string, { key, name, fallback, minutes, blocks }: LessonDraft): string {
  const head = {
    id: idOf('sub', idsOf, key),
    name: oneLine(name, 80),
    summary: summaryOf(blocks, 200) || oneLine(fallback, 300),
    minutes,
  };
  return `---\n${stringify(head, yamlOptions)}---\n\n${writeMarkdown(blocks)}`;
}

/** All numbers of a folder have the same width, because names are sorted as text. */
const numbered = (index: number, count: number): string => String(index + 1).padStart(count > 99 ? 3 : 2, '0');

export const paragraph = (text: string): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'text', value: text }],
});

export const heading = (text: string): Blocks[number] => ({
  type: 'heading',
  depth: 2,
  children: [{ type: 'text', value: text }],
});

/** Wraps blocks in a collapsed `<details>` element. */
export function collapsed(title: string, blocks: Blocks): Blocks {
  const escapedTitle = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return [
    { type: 'html', value: `<details>\n<summary>${escapedTitle}</summary>` },
    ...blocks,
    { type: 'html', value: '</details>' },
  ];
}
