import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';

let given = 0;
const newId = () => `entry-${++given}`;

/**
 * A list whose entries can be moved, added and taken out: each keeps what is open in it, and the focus follows what
 * was moved.
 */
export function useList<T>(list: readonly T[], nameOf: (one: T) => string, onChange: (list: T[]) => void) {
  const [ids, setIds] = useState(() => list.map(newId));
  const [said, setSaid] = useState('');
  const root = useRef<HTMLUListElement>(null);
  const wanted = useRef<string>(undefined);
  // Somebody else's list, or one that was typed as JSON.
  if (ids.length !== list.length) setIds(list.map((_, index) => ids[index] ?? newId()));

  // React moves the element, and the browser drops its focus.
  useEffect(() => {
    if (wanted.current === undefined) return;
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });

  const put = (nextIds: string[], next: T[], focus: string, words: string) => {
    wanted.current = focus;
    setIds(nextIds);
    setSaid(words);
    onChange(next);
  };
  const move = (index: number, by: -1 | 1, focus: string) => {
    const one = list[index];
    if (one === undefined || list[index + by] === undefined) return;
    const to = index + by;
    const selector = `[data-at="${to}"] ${focus}`;
    put(moved(ids, index, to), moved(list, index, to), selector, `${nameOf(one)} is ${to + 1} of ${list.length} now.`);
  };
  return {
    root,
    ids,
    /** What has just happened, for screen readers. */
    said,
    replace: (index: number, one: T) => onChange(list.map((before, at) => (at === index ? one : before))),
    /** @returns the id of the new entry */
    add: (one: T, focus: string): string => {
      const id = newId();
      put([...ids, id], [...list, one], `[data-at="${list.length}"] ${focus}`, `${nameOf(one)} is added.`);
      return id;
    },
    /** @param focus within the entry that comes in its place */
    remove: (index: number, focus: string) => {
      const one = list[index];
      const without = <V,>(all: readonly V[]) => all.filter((_, at) => at !== index);
      const next = Math.min(index, list.length - 2);
      put(
        without(ids),
        without(list),
        `[data-at="${next}"] ${focus}`,
        one === undefined ? '' : `${nameOf(one)} is gone.`,
      );
    },
    /** Alt and an arrow key move an entry as well. */
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
