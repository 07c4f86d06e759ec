import { type RefObject, useEffect, useRef } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { createTabs } from './prose-tabs.ts';

/** Adds one listener for all copy buttons inside `root`. @returns a function that removes it */
function enableCopyButtons(root: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('.code-copy') : null;
    const pre = button?.parentElement?.querySelector<HTMLElement>('pre');
    if (!button || !pre) return;
    // In console blocks only the marked input is copied; other blocks are copied as they are.
    const text = pre.dataset.copy ?? (pre.textContent ?? '').replace(/\n$/, '');
    void copyText(text).then((copied) => showResult(button, copied ? 'Copied' : 'Press Ctrl+C'));
  };
  root.addEventListener('click', onClick);
  return () => root.removeEventListener('click', onClick);
}

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Shows the result on the button, and its normal label again after two seconds. */
function showResult(button: HTMLButtonElement, label: string) {
  clearTimeout(timers.get(button));
  button.setAttribute('aria-live', 'polite');
  button.textContent = label;
  button.dataset.copied = '';
  timers.set(
    button,
    setTimeout(() => {
      button.textContent = 'Copy';
      delete button.dataset.copied;
    }, 2000),
  );
}

const scrollableSelector = 'table, .math-block, .figure';

/**
 * Tables, formulas and figures that are wider than the screen scroll in their own box. Such a box gets a tab stop, so
 * that it can be scrolled with the keyboard. The boxes are measured again whenever their size or the size of their
 * content changes, for example when the window is resized or a font has loaded.
 * @returns a function that stops the measuring
 */
function makeBoxesScrollable(root: HTMLElement): () => void {
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

/**
 * Makes the author's HTML inside an element interactive: copy buttons, tabs, scrollable tables. The server rendered it
 * as plain HTML, so this changes the nodes directly; React does not manage them.
 * @param content changes when the HTML changes
 */
export function useInteractiveProse(content: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: different content means different nodes
  useEffect(() => {
    const root = ref.current;
    if (!root) return;
    createTabs(root);
    const cleanups = [makeBoxesScrollable(root), enableCopyButtons(root)];
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  }, [content]);
  return ref;
}
