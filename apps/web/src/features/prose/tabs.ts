/** The chosen tab by name: whoever picks "macOS" once wants it in the next block and the next lesson too. */
const storageKey = 'tab';

/**
 * Makes accessible tabs of every `[data-tabs]`, whose panels stand one below the other until now. Running it again
 * changes nothing.
 */
export function upgradeTabs(root: HTMLElement) {
  const chosen = readChoice();
  for (const group of root.querySelectorAll<HTMLElement>('[data-tabs]:not([data-live])')) build(group, chosen);
}

let made = 0;

function build(group: HTMLElement, chosen: string | null) {
  const panels = [...group.querySelectorAll<HTMLElement>(':scope > .tab')];
  if (panels.length === 0) return;
  group.dataset.live = '';
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  const tabs = panels.map((panel) => {
    const id = `tab-${++made}`;
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
    const tab = tabs.find((one) => one === event.target);
    if (tab) choose(tab.textContent);
  });
  list.addEventListener('keydown', (event) => {
    const next = neighbour(event.key, tabs.indexOf(event.target as HTMLButtonElement), tabs.length);
    const tab = tabs[next ?? -1];
    if (!tab) return;
    event.preventDefault();
    choose(tab.textContent);
    tab.focus();
  });
  show(group, tabs.some((tab) => tab.textContent === chosen) ? chosen : (tabs[0]?.textContent ?? null));
}

/** Which tab a key leads to, or undefined. */
export function neighbour(key: string, at: number, count: number): number | undefined {
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

/** Shows the tab of that name in every group that has one. */
function choose(name: string | null) {
  if (name === null) return;
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // Then the choice lasts as long as the page.
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

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
