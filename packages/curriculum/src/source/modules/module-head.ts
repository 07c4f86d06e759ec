import type { Report } from '../../diagnostics.ts';
import { type LeafDirective, readAttributes } from '../../markdown/directive.ts';
import { lineOf, textOf } from '../../markdown/syntax-tree.ts';
import { ModuleId } from '../curriculum-schemas.ts';
import type { ModuleContext } from './module-context.ts';

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

/** Reads what all directives on one line have, except a lab: a title in brackets, an id, and attributes of their own. */
export function readLeafHead(node: LeafDirective, own: string[], { report }: ModuleContext): Record<string, string> {
  const line = lineOf(node);
  const { id: given, ...rest } = readAttributes(node, ['id', ...own], report);
  const title = textOf(node).replace(/\s+/g, ' ').trim();
  if (!title) report(line, `${node.name}-title`, `A ${node.name} needs a title: ::${node.name}[Title]{#some-id …}.`);
  const id = readModuleId(node.name, given, line, report, '::');
  return { ...rest, ...(title && { title }), ...(id && { id }) };
}
