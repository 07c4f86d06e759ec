/** The application's side of the start-up script (`start-up-script.ts`), which runs before everything else. */

/** Says that React has an element and all that is in it: buttons in there may be pressed. */
export function wake(element: HTMLElement): void {
  delete element.dataset.asleep;
  document.dispatchEvent(new Event('wake'));
}

/** Whether React has taken over the server's HTML, except for modules that wait for scripts of their own. */
export const isAwake = () => document.documentElement.dataset.asleep === undefined;

/** Called once the page is interactive. */
export function endStartUp(): void {
  delete document.documentElement.dataset.waking;
  wake(document.documentElement);
}
