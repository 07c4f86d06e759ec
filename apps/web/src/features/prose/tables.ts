const wideThings = 'table, .math-block, .figure';

/**
 * A table, formula or figure that is wider than the screen scrolls in a box of its own; the box takes the focus, so
 * that it can be scrolled without a mouse. Screens are turned, windows are made smaller, and fonts come late, so the
 * boxes are measured again whenever the size of one or of its content changes.
 * @returns a function that ends that
 */
export function upgradeTables(root: HTMLElement): () => void {
  const boxes = root.querySelectorAll<HTMLElement>(wideThings);
  if (boxes.length === 0 || typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver((entries) => {
    for (const box of new Set(entries.map(({ target }) => target.closest<HTMLElement>(wideThings)))) {
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
