import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { onTabReset } from '#lib/tab-state.ts';
import { Button } from '#ui/button.tsx';

let lastId = 0;
onTabReset(() => {
  lastId = 0;
});
const newId = () => `entry-${++lastId}`;

/**
 * State of a list whose entries can be moved, added and removed. Stable ids keep each entry's own state, and the focus
 * follows a moved entry.
 */
export function useSortableList<T>(list: readonly T[], nameOf: (one: T) => string, onChange: (list: T[]) => void) {
  const [ids, setIds] = useState(() => list.map(newId));
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLUListElement>(null);
  const focusSelector = useRef<string>(undefined);
  // The list was replaced by another superuser's or by typed JSON.
  if (ids.length !== list.length) setIds(list.map((_, index) => ids[index] ?? newId()));

  // The browser drops the focus of an element that React moves.
  useEffect(() => {
    if (focusSelector.current === undefined) return;
    root.current?.querySelector<HTMLElement>(focusSelector.current)?.focus();
    focusSelector.current = undefined;
  });

  const update = (nextIds: string[], next: T[], selector: string, message: string) => {
    focusSelector.current = selector;
    setIds(nextIds);
    setAnnouncement(message);
    onChange(next);
  };
  const move = (index: number, by: -1 | 1, focus: string) => {
    const one = list[index];
    if (one === undefined || list[index + by] === undefined) return;
    const to = index + by;
    const selector = `[data-at="${to}"] ${focus}`;
    const message = `${nameOf(one)} moved to position ${to + 1} of ${list.length}.`;
    update(moved(ids, index, to), moved(list, index, to), selector, message);
  };
  return {
    root,
    ids,
    /** Last change, for screen readers. */
    announcement,
    replace: (index: number, one: T) => onChange(list.map((before, at) => (at === index ? one : before))),
    /** @returns the id of the new entry */
    add: (one: T, focus: string): string => {
      const id = newId();
      update([...ids, id], [...list, one], `[data-at="${list.length}"] ${focus}`, `${nameOf(one)} added.`);
      return id;
    },
    /** @param focus selector within the entry that takes its position */
    remove: (index: number, focus: string) => {
      const one = list[index];
      const without = <V,>(all: readonly V[]) => all.filter((_, at) => at !== index);
      const next = Math.min(index, list.length - 2);
      update(
        without(ids),
        without(list),
        `[data-at="${next}"] ${focus}`,
        one === undefined ? '' : `${nameOf(one)} removed.`,
      );
    },
    /** Moves an entry with Alt and an arrow key. */
    onKeyDown: (index: number, focus: string) => (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      move(index, event.key === 'ArrowUp' ? -1 : 1, focus);
    },
    moves: (index: number) =>
      ([-1, 1] as const).map((by) => (
        <Button
          key={by}
          {...{ square: true, size: 'sm', variant: 'quiet' }}
          icon={by < 0 ? 'chevron-up' : 'chevron-down'}
          aria-label={`Move ${list[index] === undefined ? '' : nameOf(list[index])} ${by < 0 ? 'up' : 'down'}`}
          data-move={by}
          disabled={list[index + by] === undefined}
          onClick={() => move(index, by, `[data-move="${by}"]`)}
        />
      )),
  };
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)];
}
