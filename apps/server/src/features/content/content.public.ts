import type { RenderedMarkdown, RenderOptions } from '@hexpedition/curriculum/markdown/render-markdown';
import type { importBundleFromDisk as importBundle } from './import/import-bundle.ts';
import type { ImportOptions } from './import/import-curriculum.ts';
import type { ImportReport } from './import/import-report.ts';

export { syncCurriculum } from './import/curriculum.sync.ts';
export { formatReport } from './import/format-report.ts';
export type { ImportReport, RenderedMarkdown };

// Parsers and grammars take 250 ms to load, and most starts of the server do not need them. So they are loaded on
// demand.

/** See `importCurriculum` in import/import-curriculum.ts. */
export async function importCurriculum(options: ImportOptions): Promise<ImportReport> {
  return (await import('./import/import-curriculum.ts')).importCurriculum(options);
}

/** See `importBundleFromDisk` in import/import-bundle.ts. */
export async function importBundleFromDisk(...given: Parameters<typeof importBundle>): ReturnType<typeof importBundle> {
  return (await import('./import/import-bundle.ts')).importBundleFromDisk(...given);
}

/** See `renderMarkdown` in markdown.ts, which also documents the HTML. */
export async function renderMarkdown(source: string, options?: RenderOptions): Promise<RenderedMarkdown> {
  return (await import('@hexpedition/curriculum/markdown/render-markdown')).renderMarkdown(source, options);
}
