import { onTabReset } from '#lib/tab-state.ts';

/** Stores the name of the selected tab: a reader who selects "macOS" once sees it in every block and lesson. */
const storageKey = 'tab';

/**
 * Turns every `[data-tabs]` into accessible tabs. Before that, its panels are shown one below the other. Running it
 * again changes nothing.
 */
export function createTabs(root: HTMLElement) {
  const selected = readSelected();
  for (const group of root.querySelectorAll<HTMLElement>('[data-tabs]:not([data-live])')) build(group, selected);
}

let tabCount = 0;
onTabReset(() => {
  tabCount = 0;
});

function build(group: HTMLElement, selected: string | null) {
  const panels = [...group.querySelectorAll<HTMLElement>(':scope > .tab')];
  if (panels.length === 0) return;
  group.dataset.live = '';
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  const tabs = panels.map((panel) => {
    const id = `tab-${++tabCount}`;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = id;
    tab.className = 'tab-button';
    tab.textContent = panel.dataset.tab ?? '';
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `${id}-panel`);
    panel.id = `${id}-panel`;
    panel.removeAttribute('aria-label');
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', id);
    panel.tabIndex = 0;
    list.append(tab);
    return tab;
  });
  group.prepend(list);
  list.addEventListener('click', (event) => {
    const tab = tabs.find((tab) => tab === event.target);
    if (tab) select(tab.textContent);
  });
  list.addEventListener('keydown', (event) => {
    const next = nextTabIndex(event.key, tabs.indexOf(event.target as HTMLButtonElement), tabs.length);
    const tab = tabs[next ?? -1];
    if (!tab) return;
    event.preventDefault();
    select(tab.textContent);
    tab.focus();
  });
  show(group, tabs.some((tab) => tab.textContent === selected) ? selected : (tabs[0]?.textContent ?? null));
}

/** @returns the index of the tab that a key selects, if it selects one */
export function nextTabIndex(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Shows the tab with that name in every group that has one. */
function select(name: string | null) {
  if (name === null) return;
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // Without storage, the selection is lost when the page is closed.
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-tabs][data-live]')) {
    if (group.querySelector(`:scope > .tab[data-tab="${CSS.escape(name)}"]`)) show(group, name);
  }
}

function show(group: HTMLElement, name: string | null) {
  for (const tab of group.querySelectorAll<HTMLElement>(':scope > .tab-list > .tab-button')) {
    const on = tab.textContent === name;
    tab.setAttribute('aria-selected', String(on));
    tab.tabIndex = on ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (panel) panel.hidden = !on;
  }
}

function readSelected(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
