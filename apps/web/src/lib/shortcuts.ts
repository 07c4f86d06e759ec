import { useEffect, useRef, useSyncExternalStore } from 'react';
import { readSession } from './session.ts';

export interface Shortcut {
  /** A key, or several in a row with spaces between: `?`, `n`, `g m`; `Ctrl+K` is the one with a modifier. */
  keys: string;
  /** What it does, for the sheet. */
  label: string;
}

interface Entry extends Shortcut {
  /** Undefined for keys that a part of the page hears itself. */
  run?: () => void;
}

const entries = new Set<Entry>();
const listeners = new Set<() => void>();
let list: readonly Shortcut[] = [];
let typed: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const storageKey = 'shortcuts';

/** Shortcuts are off as soon as either this device or the account says so. */
export const shortcutsOn = () =>
  localStorage.getItem(storageKey) !== 'off' && readSession()?.user.account.settings?.shortcuts !== false;

/** Switches them on this device; the server keeps the account's own setting. */
export function setShortcutsOn(on: boolean) {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  changed();
}

function changed() {
  list = [...entries].map(({ keys, label }) => ({ keys, label }));
  for (const listener of listeners) listener();
}

function onKeyDown(event: KeyboardEvent) {
  if (isControlK(event) && shortcutsOn() && !document.querySelector('dialog[open]')) {
    // This works also while somebody types, because browsers otherwise use the key for their own search.
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

/** The newest wins, so that a page can take a key over for as long as it is open. */
const find = (keys: string) => [...entries].reverse().find((entry) => entry.run && entry.keys === keys);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A shortcut for as long as the component is there. `run` may change with every render. */
export function useShortcut(keys: string, label: string, run: () => void) {
  const latest = useRef(run);
  // Keeps the newest closure without registering again.
  useEffect(() => {
    latest.current = run;
  });
  // The keyboard is outside React.
  useEffect(() => register([{ keys, label, run: () => latest.current() }]), [keys, label]);
}

/**
 * Puts the keys that a part of the page hears itself on the sheet, for as long as the part is there.
 * @param shortcuts the same array with every render
 */
export function useListedShortcuts(shortcuts: readonly Shortcut[]) {
  // The list of the sheet is outside React.
  useEffect(() => register(shortcuts), [shortcuts]);
}

/** @returns a function that takes them out again */
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: readonly Shortcut[] = [];

/** What can be pressed here, for the sheet. */
export const useShortcuts = () =>
  useSyncExternalStore(
    subscribe,
    () => list,
    () => none,
  );
export const useShortcutsOn = () => useSyncExternalStore(subscribe, shortcutsOn, () => true);
