import type { ConsentConfig } from '@hexpedition/contract';

/** Colours of a configuration, by Klaro's names, and the design tokens that they set. */
const tokens = {
  dark1: ['--surface', '--raised'],
  dark2: ['--line', '--line-strong'],
  light1: ['--ink'],
  light2: ['--ink-2', '--ink-3'],
  green1: ['--beacon', '--beacon-hover', '--phosphor'],
  'button-text-color': ['--on-beacon', '--on-phosphor'],
} as const;

/** Themes of a configuration: position of the notice, and dark or light. */
export function themesOf({ styling }: ConsentConfig): readonly string[] {
  const theme = styling?.theme ?? [];
  return typeof theme === 'string' ? [theme] : theme;
}

/** Applies language, theme and colours of a configuration to an element. */
export function applyStyling(element: HTMLElement, config: ConsentConfig, language: string): void {
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
