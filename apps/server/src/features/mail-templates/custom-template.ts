import { Wording } from '@hexpedition/contract';
import type { MailTemplateText } from './mail-template.ts';
import { findTemplateProblems } from './template-problems.ts';

/**
 * What a superuser has saved, over our words.
 * @returns with what keeps it from being used: a later version of the platform may no longer know a placeholder
 */
export function readCustomTemplate(
  letter: MailTemplateText,
  saved: unknown,
): { wording: Wording; faults: Record<string, string> } {
  const parts = Wording.partial().safeParse(saved);
  if (!parts.success) return { wording: letter.wording, faults: { saved: 'What was saved cannot be read.' } };
  const wording = { ...letter.wording, ...parts.data };
  return { wording, faults: findTemplateProblems(letter, wording) };
}
