import type { ConsentConfig } from '@hexpedition/contract';

/** The colours of a configuration, by Klaro's names, and the tokens that they stand for here. */
const tokens = {
  dark1: ['--surface', '--raised'],
  dark2: ['--line', '--line-strong'],
  light1: ['--ink'],
  light2: ['--ink-2', '--ink-3'],
  green1: ['--beacon', '--beacon-hover', '--phosphor'],
  'button-text-color': ['--on-beacon', '--on-phosphor'],
} as const;

/** The themes that a configuration names: where the notice stands, and whether it is dark or light. */
export function themesOf({ styling }: ConsentConfig): readonly string[] {
  const theme = styling?.theme ?? [];
  return typeof theme === 'string' ? [theme] : theme;
}

/** Gives an element the language and the look that a configuration wants. */
export function paint(element: HTMLElement, config: ConsentConfig, language: string): void {
  element.lang = language;
  const theme = themesOf(config).find((one) => one === 'light' || one === 'dark');
  if (theme) element.dataset.theme = theme;
  else delete element.dataset.theme;
  for (const [name, properties] of Object.entries(tokens)) {
    const colour = config.styling?.[name as keyof typeof tokens];
    for (const property of properties) {
      if (colour) element.style.setProperty(property, colour);
      else element.style.removeProperty(property);
    }
  }
}
