import { type RefObject, useEffect, useRef } from 'react';
import { enableCopyButtons } from './copy-buttons.ts';
import { createTabs } from './prose-tabs.ts';
import { makeBoxesScrollable } from './scrollable-boxes.ts';

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
