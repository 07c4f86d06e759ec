import { useEffect, useRef, useSyncExternalStore } from 'react';
import { safeLocalStorage } from './safe-storage.ts';
import { readSession } from './session.ts';
import { createListeners, onTabReset } from './tab-state.ts';

export interface Shortcut {
  /** A key, or a sequence separated by spaces: `?`, `n`, `g m`. `Ctrl+K` is the only one with a modifier. */
  keys: string;
  /** Description for the shortcut sheet. */
  label: string;
}

interface Entry extends Shortcut {
  /** Undefined for keys that a component handles itself. */
  run?: () => void;
}

const entries = new Set<Entry>();
const { subscribe, notify } = createListeners();
let list: readonly Shortcut[] = [];
let typed: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
onTabReset(() => {
  entries.clear();
  list = [];
  typed = [];
  clearTimeout(timer);
});

const storageKey = 'shortcuts';

/** Shortcuts are off if either this device or the account has turned them off. */
export const shortcutsOn = () =>
  safeLocalStorage.getItem(storageKey) !== 'off' && readSession()?.user.account.settings?.shortcuts !== false;

/** Turns shortcuts on or off on this device; the account has its own setting. */
export function setShortcutsOn(on: boolean) {
  if (on) safeLocalStorage.removeItem(storageKey);
  else safeLocalStorage.setItem(storageKey, 'off');
  changed();
}

function changed() {
  list = [...entries].map(({ keys, label }) => ({ keys, label }));
  notify();
}

function onKeyDown(event: KeyboardEvent) {
  if (isControlK(event) && shortcutsOn() && !document.querySelector('dialog[open]')) {
    // Also while typing, because browsers use this key for their own search.
    const palette = find('Ctrl+K');
    if (palette) event.preventDefault();
    palette?.run?.();
    return;
  }
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target) || document.querySelector('dialog[open]') || !shortcutsOn()) return;
  clearTimeout(timer);
  typed = [...typed, event.key.length === 1 ? event.key.toLowerCase() : event.key].slice(-2);
  timer = setTimeout(() => {
    typed = [];
  }, 1000);
  const hit = find(typed.join(' ')) ?? find(typed.at(-1) ?? '');
  if (!hit) return;
  typed = [];
  event.preventDefault();
  hit.run?.();
}

const isControlK = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/** Finds the newest entry, so that a page can override a key while it is open. */
const find = (keys: string) => [...entries].reverse().find((entry) => entry.run && entry.keys === keys);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Registers a shortcut while the component is mounted. `run` may change on every render. */
export function useShortcut(keys: string, label: string, run: () => void) {
  const latest = useRef(run);
  // Keeps the latest closure without registering again.
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => register([{ keys, label, run: () => latest.current() }]), [keys, label]);
}

/**
 * Lists keys that a component handles itself on the shortcut sheet, while it is mounted.
 * @param shortcuts the same array on every render
 */
export function useListedShortcuts(shortcuts: readonly Shortcut[]) {
  useEffect(() => register(shortcuts), [shortcuts]);
}

/** @returns function that removes them */
function register(shortcuts: readonly Entry[]) {
  const added = shortcuts.map((shortcut) => ({ ...shortcut }));
  if (entries.size === 0) document.addEventListener('keydown', onKeyDown);
  for (const entry of added) entries.add(entry);
  changed();
  return () => {
    for (const entry of added) entries.delete(entry);
    if (entries.size === 0) document.removeEventListener('keydown', onKeyDown);
    changed();
  };
}

const none: readonly Shortcut[] = [];

/** Returns the shortcuts of the current page, for the shortcut sheet. */
export const useShortcuts = () =>
  useSyncExternalStore(
    subscribe,
    () => list,
    () => none,
  );
export const useShortcutsOn = () => useSyncExternalStore(subscribe, shortcutsOn, () => true);
