import { type RefObject, useEffect, useRef } from 'react';
import { upgradeCopyButtons } from './copy-buttons.ts';
import { upgradeTables } from './tables.ts';
import { upgradeTabs } from './tabs.ts';

/**
 * Brings the author's HTML inside of an element to life: copy buttons, tabs, wide tables. It is plain HTML that the server made,
 * so this works on the nodes, beside React, which never looks into them.
 * @param content changes when there is other HTML
 */
export function useUpgrade(content: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content means other nodes
  useEffect(() => {
    const root = ref.current;
    if (!root) return;
    upgradeTabs(root);
    const ends = [upgradeTables(root), upgradeCopyButtons(root)];
    return () => {
      for (const end of ends) end();
    };
  }, [content]);
  return ref;
}
