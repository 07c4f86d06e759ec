import { type Letter, Wording, type WordingPart } from '@hexpedition/contract';
import {
  isUntrusted,
  placeholders,
  type Recipient,
  readCustomTemplate,
  renderMail,
  type SampleMail,
} from '#features/mail-templates/mail-templates.public';
import type { CustomTemplate } from './custom-templates.read-model.ts';

export type Group = Letter['group'];

/** The mail is what goes out now, so it is in our words where those that were saved cannot be used. */
export function presentMailTemplate(
  { letter, compose, values }: SampleMail,
  group: Group,
  saved: CustomTemplate | undefined,
  recipient: Recipient,
): Letter {
  const { wording, faults } = readCustomTemplate(letter, saved?.wording ?? {});
  const isUsable = Object.keys(faults).length === 0;
  const examples = values(recipient);
  return {
    ...renderMail(compose(recipient, isUsable ? wording : letter.wording)),
    kind: letter.kind,
    group,
    wording,
    ours: letter.wording,
    changed: Object.keys(differing(wording, letter.wording)),
    ours_then: differing(readParts(saved?.ours), letter.wording),
    faults,
    revision: saved?.revision ?? 0,
    changed_by: saved?.changed_by ?? null,
    changed_at: saved?.changed_at.toISOString() ?? null,
    placeholders: letter.offers.map((name) => ({
      name,
      means: placeholders[name],
      example: examples[name] ?? '',
      chosen: isUntrusted(name),
      needed: letter.needs.includes(name),
    })),
  };
}

const readParts = (stored: unknown): Partial<Wording> => Wording.partial().safeParse(stored ?? {}).data ?? {};

/** The parts of a wording that another one has not. */
export function differing(wording: Partial<Wording>, other: Partial<Wording>): Partial<Wording> {
  const parts = Object.keys(wording) as WordingPart[];
  const isOther = (part: WordingPart) => JSON.stringify(wording[part]) !== JSON.stringify(other[part]);
  return Object.fromEntries(parts.filter(isOther).map((part) => [part, wording[part]]));
}
