import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { loadHighlight } from '../markdown/highlight.ts';
import { checkLab } from './curriculum-registry.ts';
import type { ContentModule } from './curriculum-types.ts';
import { readFigures, readSharedFigures } from './figures.ts';
import type { ModuleLines } from './modules/module-context.ts';
import { parentOf, type SourceTree } from './source-tree.ts';
import { readSubchapterFile } from './subchapter-file.ts';
import { readMediaFolders } from './training-media.ts';

export interface LessonReading {
  modules: ContentModule[];
  /** Line range of each module in the file. */
  blocks: ModuleLines[];
  /** Diagnostics of the lesson's file only. */
  diagnostics: Diagnostic[];
}

/**
 * Reads one lesson with the figures and files that it can use, for a preview. Does not check ids, slugs and links,
 * which concern the whole curriculum.
 */
export async function readLesson(
  tree: SourceTree,
  file: string,
  labs: ReadonlySet<string> | null,
): Promise<LessonReading> {
  const diagnostics = new Diagnostics();
  const training = parentOf(parentOf(file));
  const context = { tree, diagnostics };
  const report = diagnostics.for(file);
  const source = (await tree.readText(file, report)) ?? '';
  const read = await readSubchapterFile(source, {
    report,
    highlight: await loadHighlight(),
    drawings: new Map([...(await readSharedFigures(context)), ...(await readFigures(training, context))]),
    media: await readMediaFolders(training, context),
  });
  for (const { slug, line } of read.labs) checkLab(slug, labs, (...problem) => report(line, ...problem));
  const ownDiagnostics = diagnostics.list().filter((diagnostic) => diagnostic.file === file);
  return { modules: read.body.modules, blocks: read.blocks, diagnostics: ownDiagnostics };
}
