/**
 * What is wider than the screen (a table, a formula, a diagram) scrolls by itself; without a mouse that takes the
 * focus. Screens are turned and windows drawn smaller, so it is looked at again whenever a size changes.
 * @returns what ends that
 */
export function upgradeTables(root: HTMLElement): () => void {
  const boxes = root.querySelectorAll<HTMLElement>('table, .math-block, .figure-diagram');
  if (boxes.length === 0 || typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target as HTMLElement;
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    }
  });
  for (const box of boxes) observer.observe(box);
  return () => observer.disconnect();
}
