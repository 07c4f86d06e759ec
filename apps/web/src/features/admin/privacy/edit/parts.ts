import type { Path } from '../names.ts';

/** The parts of the form, in the order of its tabs. */
export const parts = [
  ['services', 'Services'],
  ['behaviour', 'Behaviour'],
  ['look', 'Look'],
  ['words', 'Words'],
  ['json', 'JSON'],
] as const;

export type Part = (typeof parts)[number][0];

export const isPart = (value: unknown): value is Part => parts.some(([id]) => id === value);

const partOfField: Record<string, Part> = {
  services: 'services',
  purposeOrder: 'services',
  styling: 'look',
  lang: 'words',
  fallbackLang: 'words',
  languages: 'words',
  translations: 'words',
};

/** Where the field at a path stands. */
export function partOf(path: Path): Part {
  const [first = ''] = path.split('.');
  return first === '' ? 'json' : (partOfField[first] ?? 'behaviour');
}

/** The field at a path, or what it is a part of. */
export function fieldAt(form: HTMLElement | null, path: Path): HTMLElement | undefined {
  const keys = path.split('.');
  for (let length = keys.length; length > 0; length--) {
    const at = CSS.escape(keys.slice(0, length).join('.'));
    const field = form?.querySelector<HTMLElement>(`[name="${at}"], [data-path="${at}"]`);
    if (field) return field;
  }
  return undefined;
}

/** The button of the closed card that a field stands in. */
export const closedAround = (field: HTMLElement | undefined): HTMLElement | null | undefined =>
  field?.closest('[data-at]')?.querySelector<HTMLElement>('[data-toggle][aria-expanded="false"]');
