import type { Path } from '../config-names.ts';

/** Parts of the form, in the order of their tabs. */
export const parts = [
  ['services', 'Services'],
  ['behaviour', 'Behaviour'],
  ['look', 'Appearance'],
  ['words', 'Texts'],
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

/** Returns the part that contains the field at a path. */
export function partOf(path: Path): Part {
  const [first = ''] = path.split('.');
  return first === '' ? 'json' : (partOfField[first] ?? 'behaviour');
}

/** Returns the field at a path, or the nearest field that contains it. */
export function fieldAt(form: HTMLElement | null, path: Path): HTMLElement | undefined {
  const keys = path.split('.');
  for (let length = keys.length; length > 0; length--) {
    const at = CSS.escape(keys.slice(0, length).join('.'));
    const field = form?.querySelector<HTMLElement>(`[name="${at}"], [data-path="${at}"]`);
    if (field) return field;
  }
  return undefined;
}

/** Returns the toggle of the collapsed card that contains a field. */
export const collapsedToggleOf = (field: HTMLElement | undefined): HTMLElement | null | undefined =>
  field?.closest('[data-at]')?.querySelector<HTMLElement>('[data-toggle][aria-expanded="false"]');
