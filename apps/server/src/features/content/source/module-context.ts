import type { Report } from '../diagnostics.ts';
import type { MarkdownDocument } from '../markdown/document.ts';
import type { TrainingMedia } from './media.ts';
import { ModuleId } from './schemas.ts';
import type { MediaFile } from './types.ts';

/** The lines of the file that a module was made of; both are included. */
export interface ModuleLines {
  id: string;
  from: number;
  to: number;
}

/** Where a lab is named. */
export interface LabLine {
  slug: string;
  line: number;
}

/** What the readers of a lesson's modules share. */
export interface ModuleContext {
  document: MarkdownDocument;
  report: Report;
  /** The uid of the subchapter or test that they stand in. Stable over renames: seeds the shuffling of ordering quizzes. */
  ownerUid: string;
  /** Collects the labs that are named. */
  labs: LabLine[];
  media: TrainingMedia;
  /** Collects the files whose addresses learners are given. */
  served: MediaFile[];
  /** Collects where the modules stand. */
  blocks: ModuleLines[];
}

/** The `#id` of a module. */
export function readModuleId(
  name: string,
  id: string | undefined,
  line: number,
  report: Report,
  colons = ':::',
): string | undefined {
  if (!id) {
    report(line, 'id-missing', `A ${name} has an id that never changes: ${colons}${name}[…]{#some-id}.`);
    return undefined;
  }
  const checked = ModuleId.safeParse(id);
  if (checked.success) return id;
  report(line, 'id-format', checked.error.issues[0]?.message ?? 'The id is not well formed.');
  return undefined;
}

/** The `points=` of a flag or a drill. */
export function readPoints(name: string, text: string, line: number, report: Report): number | undefined {
  const points = Number(text);
  if (/^\d{1,4}$/.test(text) && points >= 1 && points <= 1000) return points;
  report(line, `${name}-points`, `A ${name} has points=1 to points=1000.`);
  return undefined;
}
