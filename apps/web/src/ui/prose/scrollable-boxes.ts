const scrollableSelector = 'table, .math-block, .figure';

/**
 * Tables, formulas and figures that are wider than the screen scroll in their own box. Such a box gets a tab stop, so
 * that it can be scrolled with the keyboard. The boxes are measured again whenever their size or the size of their
 * content changes, for example when the window is resized or a font has loaded.
 * @returns a function that stops the measuring
 */
export function makeBoxesScrollable(root: HTMLElement): () => void {
  const boxes = root.querySelectorAll<HTMLElement>(scrollableSelector);
  if (boxes.length === 0 || typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver((entries) => {
    for (const box of new Set(entries.map(({ target }) => target.closest<HTMLElement>(scrollableSelector)))) {
      if (!box) continue;
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    }
  });
  for (const box of boxes) {
    for (const part of [box, ...box.children]) observer.observe(part);
  }
  return () => observer.disconnect();
}
