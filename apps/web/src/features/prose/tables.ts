const wideThings = 'table, .math-block, .figure';

/**
 * What is wider than the screen (a table, a formula, a figure) scrolls by itself; without a mouse that takes the focus.
 * Screens are turned, windows drawn smaller, and fonts come late, so it is looked at again whenever the size of such a
 * box or of what is in it changes.
 * @returns what ends that
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
