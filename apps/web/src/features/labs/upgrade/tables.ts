/** A table that is wider than the screen scrolls by itself; without a mouse that takes the focus. */
export function upgradeTables(root: HTMLElement) {
  for (const table of root.querySelectorAll('table')) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
}
