import type { Report } from '../diagnostics.ts';
import type { MarkdownDocument } from '../markdown/document.ts';
import { ModuleId } from './schemas.ts';

/** What the readers of a lesson's modules share. */
export interface ModuleContext {
  document: MarkdownDocument;
  report: Report;
  /** Stable over renames: seeds the shuffling of ordering quizzes. */
  lessonUid: string;
  /** Known labs; null when nobody knows. */
  labs: ReadonlySet<string> | null;
}

/** The `#id` of a quiz or a flag. */
export function readModuleId(name: string, id: string | undefined, line: number, report: Report): string | undefined {
  if (!id) {
    report(line, 'id-missing', `A ${name} has an id that never changes: :::${name}[…]{#some-id}.`);
    return undefined;
  }
  const checked = ModuleId.safeParse(id);
  if (checked.success) return id;
  report(line, 'id-format', checked.error.issues[0]?.message ?? 'The id is not well formed.');
  return undefined;
}
