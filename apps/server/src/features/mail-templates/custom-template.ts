import { Wording } from '@hexpedition/contract';
import type { TemplateDefinition } from './mail-template.ts';
import { findTemplateProblems } from './template-problems.ts';

/**
 * Merges a saved custom text with the default text.
 * @returns the text, and the problems that make it unusable: a later version may have removed a placeholder
 */
export function readCustomTemplate(
  template: TemplateDefinition,
  saved: unknown,
): { wording: Wording; problems: Record<string, string> } {
  const parts = Wording.partial().safeParse(saved);
  if (!parts.success) return { wording: template.wording, problems: { saved: 'The saved text cannot be read.' } };
  const wording = { ...template.wording, ...parts.data };
  return { wording, problems: findTemplateProblems(template, wording) };
}
