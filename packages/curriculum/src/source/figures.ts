import { posix } from 'node:path';
import type { Diagnostics, Report } from '../diagnostics.ts';
import { type Picture, readPictureSize } from '../markdown/picture.ts';
import { type Drawing, readDrawing } from '../markdown/svg.ts';
import { hashOf } from './content-hash.ts';
import type { MediaFile } from './curriculum-types.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';

interface FigureContext {
  tree: SourceTree;
  diagnostics: Diagnostics;
}

/** A figure of a lesson: a drawing is inlined into the page, a picture is a separate file. */
export type Figure = (Drawing & { hash: string }) | (Picture & MediaFile);

export const isPicture = (figure: Figure): figure is Picture & MediaFile => 'contentType' in figure;

/** Returns the content type of a picture by its file name; undefined for a drawing. */
export const pictureTypeOf = (path: string): string | undefined =>
  path.endsWith('.png') ? 'image/png' : path.endsWith('.webp') ? 'image/webp' : undefined;

/** Larger pictures make pages slow. */
const maxBytes = 12_000_000;
const maxPixels = 40_000_000;

/** Folder beside the continents. Lessons of every training can use its pictures. */
export const sharedFolder = 'figures';

/** Reads the pictures that belong to no training. Drawings there are not read. */
export async function readSharedFigures(context: FigureContext): Promise<ReadonlyMap<string, Figure>> {
  return new Map([...(await readFigures('', context))].filter(([, figure]) => isPicture(figure)));
}

/** Reads the figures of a training's folder, by the path that lessons use. */
export async function readFigures(
  folder: string,
  { tree, diagnostics }: FigureContext,
): Promise<ReadonlyMap<string, Figure>> {
  const figures = new Map<string, Figure>();
  for (const name of tree.list(posix.join(folder, 'figures')).files) {
    const file = posix.join(folder, 'figures', name);
    const report = diagnostics.for(file);
    const found = tree.find(file);
    if (!/^[a-z0-9-]+\.(svg|webp|png)$/.test(name)) {
      const message = 'Name a figure name.svg, name.webp or name.png, with lowercase letters, digits and hyphens.';
      report(1, 'figure-name', message);
    } else if (name.endsWith('.svg')) {
      const source = (await tree.readText(file, report)) ?? '';
      const drawing = readDrawing(source, report);
      if (drawing) figures.set(`figures/${name}`, { ...drawing, hash: hashOf(source.replace(/\s+/g, ' ')) });
    } else if (found) {
      const picture = await readPicture(file, found, report);
      if (picture) figures.set(`figures/${name}`, picture);
    }
  }
  return figures;
}

async function readPicture(
  path: string,
  { hash, size, head }: SourceFile,
  report: Report,
): Promise<Figure | undefined> {
  const name = posix.basename(path);
  const contentType = pictureTypeOf(name) ?? '';
  const bytes = Buffer.from(await head());
  const measured = readPictureSize(bytes);
  const isPng = bytes[0] === 0x89;
  if (!measured || isPng !== (contentType === 'image/png')) {
    report(1, 'figure-content', 'The content of this file does not match its extension. Save the picture again.');
  } else if (size > maxBytes || measured.width * measured.height > maxPixels || measured.width === 0) {
    report(1, 'figure-large', 'A picture may have at most 12 MB and 40 million pixels. Scale it down.');
  } else return { path, name, hash, size, contentType, ...measured };
  return undefined;
}
