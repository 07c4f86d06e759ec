import { findPlaceholders } from '@hexpedition/contract/placeholders';
import type { Report } from '../diagnostics.ts';
import { readDocument } from '../markdown/document.ts';
import type { Highlight } from '../markdown/highlight.ts';
import type { PageLink } from '../markdown/links.ts';
import { hashOf, readableContent } from './content-hash.ts';
import { SubchapterHead } from './curriculum-schemas.ts';
import type { MediaFile, Subchapter } from './curriculum-types.ts';
import { type Figure, isPicture } from './figures.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { LabLine, ModuleLines } from './modules/module-context.ts';
import { readModules } from './modules/read-modules.ts';
import { readYaml } from './read-yaml.ts';
import type { TrainingMedia } from './training-media.ts';

interface ReadOptions {
  report: Report;
  highlight: Highlight;
  drawings: ReadonlyMap<string, Figure>;
  media: TrainingMedia;
}

/** The contents of a subchapter's file; its path gives it the slug and the position. */
interface SubchapterFile {
  /** Undefined if the front matter has an error, which is reported. */
  head: Omit<Subchapter, 'slug' | 'position' | 'modules' | 'content_hash'> | undefined;
  idLine: number;
  body: Pick<Subchapter, 'modules' | 'content_hash'>;
  pageLinks: PageLink[];
  /** Paths of the drawings and other files that it uses. */
  files: string[];
  /** The files that must be served. */
  served: MediaFile[];
  /** Line ranges of the modules. */
  blocks: ModuleLines[];
  /** The labs that it references. */
  labs: LabLine[];
}

/** Reads one Markdown file. A problem in the front matter does not hide those of the text. */
export async function readSubchapterFile(
  source: string,
  { report, highlight, drawings, media }: ReadOptions,
): Promise<SubchapterFile> {
  const split = splitFrontMatter(source, report);
  const head = split && readYaml(split.head, SubchapterHead, report, 2);
  const document = await readDocument(split?.body ?? source, { report, highlight, drawings });
  const files: string[] = [];
  // Must run before the modules are read, because rendering modifies the tree.
  const content_hash = hashOf(
    readableContent(document.root, (path) => {
      files.push(path);
      return (drawings.get(path) ?? media.get(path))?.hash ?? '';
    }),
  );
  const served: MediaFile[] = files.flatMap((path) => {
    const figure = drawings.get(path);
    return figure && isPicture(figure) ? [figure] : [];
  });
  const blocks: ModuleLines[] = [];
  const labs: LabLine[] = [];
  const modules = readModules(document.root, {
    document,
    report,
    labs,
    media,
    served,
    blocks,
    ownerUid: head?.value.id ?? '',
  });
  if (split && modules.length === 0) report(1, 'lesson-empty', 'This lesson is empty.');
  for (const { line, message } of findPlaceholders(split?.body ?? source))
    report(line, 'placeholder', message, 'warning');
  return {
    head: head && headOf(head.value),
    idLine: head?.lineOf('id') ?? 1,
    body: { modules, content_hash },
    pageLinks: document.pageLinks,
    files,
    served,
    blocks,
    labs,
  };
}

const headOf = ({ id, ...head }: SubchapterHead) => ({ uid: id, ...head });
