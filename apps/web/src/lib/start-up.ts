/** Application side of the start-up script (`start-up-script.ts`), which runs before everything else. */

/** Marks an element as hydrated, so that its buttons can be pressed. */
export function markHydrated(element: HTMLElement): void {
  delete element.dataset.unhydrated;
  document.dispatchEvent(new Event('hydrated'));
}

/** Returns whether React has hydrated the page, except for modules that wait for their own script. */
export const isHydrated = () => document.documentElement.dataset.unhydrated === undefined;

/** Called when the page is interactive. */
export function endStartUp(): void {
  delete document.documentElement.dataset.starting;
  markHydrated(document.documentElement);
}
