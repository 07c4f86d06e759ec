import type { NewTraining, TrainingHead } from '@hexpedition/contract';
import type { z } from 'zod';
import { TrainingFile } from '../../source/curriculum-schemas.ts';
import { readYaml } from '../../source/read-yaml.ts';
import { type Values, withKeys } from './yaml-keys.ts';

/** What a stored training.yaml says; it has passed its schema before it was stored. */
export function readTrainingFile(source: string): TrainingFile {
  const faults: string[] = [];
  const file = readYaml(source, TrainingFile, (_line, _code, message) => faults.push(message));
  if (!file) throw new Error(`A stored training.yaml cannot be read: ${faults.join(' ')}`);
  return file.value;
}

export function headOf(file: TrainingFile): TrainingHead {
  const { name, term, tags, tier, icon, summary, description, requires, kind, hidden } = file;
  return { name, term, tags, tier, icon, summary, description, requires, kind, hidden };
}

/** The file with what is different in the new head. An empty term is none. */
export function withHead(source: string, head: TrainingHead): string {
  const before: Values = headOf(readTrainingFile(source));
  const changed = Object.entries(head).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value));
  return withKeys(source, Object.fromEntries(changed.map(([key, value]) => [key, value === '' ? undefined : value])));
}

/** A file for a training that nobody has described yet. @param id new in the whole curriculum */
export const newTrainingFile = (id: string, { slug, name, kind }: z.infer<typeof NewTraining>): string =>
  withKeys('', {
    id,
    slug,
    name,
    tier: 0,
    icon: 'compass',
    summary: 'Its author has not written a summary yet.',
    description: 'Its author has not described this training yet.',
    recommended_next: [],
    kind,
    hidden: true,
  });
