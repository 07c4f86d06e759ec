import { type NewTraining, newCourseTexts, type TrainingHead } from '@hexpedition/contract';
import { TrainingFile } from '@hexpedition/curriculum/source/curriculum-schemas';
import { readYaml } from '@hexpedition/curriculum/source/read-yaml';
import type { z } from 'zod';
import { type Values, withKeys } from './yaml-keys.ts';

/** Parses a stored training.yaml, which passed its schema before it was stored. */
export function readTrainingFile(source: string): TrainingFile {
  const problems: string[] = [];
  const file = readYaml(source, TrainingFile, (_line, _code, message) => problems.push(message));
  if (!file) throw new Error(`A stored training.yaml cannot be read: ${problems.join(' ')}`);
  return file.value;
}

export function headOf(file: TrainingFile): TrainingHead {
  const { name, term, tags, tier, icon, summary, description, requires, kind, hidden } = file;
  return { name, term, tags, tier, icon, summary, description, requires, kind, hidden };
}

/** Returns the file with the changed fields of the new head. An empty term is removed. */
export function withHead(source: string, head: TrainingHead): string {
  const before: Values = headOf(readTrainingFile(source));
  const changed = Object.entries(head).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value));
  return withKeys(source, Object.fromEntries(changed.map(([key, value]) => [key, value === '' ? undefined : value])));
}

/** Makes the file of a new training. @param id must be new in the whole curriculum */
export const newTrainingFile = (id: string, { slug, name, kind }: z.infer<typeof NewTraining>): string =>
  withKeys('', {
    id,
    slug,
    name,
    tier: 0,
    icon: 'compass',
    ...newCourseTexts,
    recommended_next: [],
    kind,
    hidden: true,
  });
