import type { Report } from '../diagnostics.ts';
import type { MarkdownDocument } from '../markdown/document.ts';
import { ModuleId } from './curriculum-schemas.ts';
import type { MediaFile } from './curriculum-types.ts';
import type { TrainingMedia } from './training-media.ts';

/** The line range of a module in its file, inclusive. */
export interface ModuleLines {
  id: string;
  from: number;
  to: number;
}

/** A reference to a lab. */
export interface LabLine {
  slug: string;
  line: number;
}

/** State that the readers of a lesson's modules share. */
export interface ModuleContext {
  document: MarkdownDocument;
  report: Report;
  /**
   * Uid of the subchapter or test that contains the modules. Stable over renames: seeds the shuffling of ordering
   * quizzes.
   */
  ownerUid: string;
  /** Collects the referenced labs. */
  labs: LabLine[];
  media: TrainingMedia;
  /** Collects the files whose URLs learners get. */
  served: MediaFile[];
  /** Collects the line ranges of the modules. */
  blocks: ModuleLines[];
}

/** Reads the `#id` of a module. */
export function readModuleId(
  name: string,
  id: string | undefined,
  line: number,
  report: Report,
  colons = ':::',
): string | undefined {
  if (!id) {
    report(line, 'id-missing', `A ${name} needs an id that never changes: ${colons}${name}[…]{#some-id}.`);
    return undefined;
  }
  const checked = ModuleId.safeParse(id);
  if (checked.success) return id;
  report(line, 'id-format', checked.error.issues[0]?.message ?? 'The id is not well formed.');
  return undefined;
}

/** Reads the `points=` of a flag or a drill. */
export function readPoints(name: string, text: string, line: number, report: Report): number | undefined {
  const points = Number(text);
  if (/^\d{1,4}$/.test(text) && points >= 1 && points <= 1000) return points;
  report(line, `${name}-points`, `A ${name} needs points=1 to points=1000.`);
  return undefined;
}
