import { posix } from 'node:path';
import type { Report } from '../diagnostics.ts';
import { type Picture, sizeOfPicture } from '../markdown/picture.ts';
import { type Drawing, readDrawing } from '../markdown/svg.ts';
import type { ReadContext } from './context.ts';
import { hashOf } from './digest.ts';
import type { SourceFile } from './tree.ts';
import type { MediaFile } from './types.ts';

/** What a lesson shows as a figure: a drawing becomes a part of the page, a picture is served beside it. */
export type Figure = (Drawing & { hash: string }) | (Picture & MediaFile);

export const isPicture = (figure: Figure): figure is Picture & MediaFile => 'contentType' in figure;

/** Larger ones make pages slow, whatever their pixels. */
const mostBytes = 12_000_000;
const mostPixels = 40_000_000;

/** The figures of a training's folder, by the path that lessons write. */
export async function readFigures(
  folder: string,
  { tree, diagnostics }: Pick<ReadContext, 'tree' | 'diagnostics'>,
): Promise<ReadonlyMap<string, Figure>> {
  const figures = new Map<string, Figure>();
  for (const name of tree.list(`${folder}/figures`).files) {
    const file = posix.join(folder, 'figures', name);
    const report = diagnostics.for(file);
    const found = tree.find(file);
    if (!/^[a-z0-9-]+\.(svg|webp|png)$/.test(name)) {
      const message =
        'A figure is a drawing (name.svg) or a picture (name.webp, name.png), in small letters, digits and hyphens.';
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
  const contentType = name.endsWith('.png') ? 'image/png' : 'image/webp';
  const bytes = Buffer.from(await head());
  const measured = sizeOfPicture(bytes);
  const isPng = bytes[0] === 0x89;
  if (!measured || isPng !== (contentType === 'image/png')) {
    report(1, 'figure-content', 'The content of this file is not what its ending says. Save the picture anew.');
  } else if (size > mostBytes || measured.width * measured.height > mostPixels || measured.width === 0) {
    report(1, 'figure-large', 'A picture may have 12 MB and 40 million pixels. Scale it down.');
  } else return { path, name, hash, size, contentType, ...measured };
  return undefined;
}
