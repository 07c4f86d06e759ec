import { useState } from 'react';

/**
 * What stands in the address, and what was just chosen while the address is on its way there. The router changes the
 * address in a transition; until then React would put a field, a radio button or a list back to what it showed before,
 * and the next letter would be typed behind the old text.
 *
 * @param go leads to the address, and ends when the page shows it
 */
export function useAhead<T>(address: T, go: (next: T) => Promise<void>): [shown: T, choose: (next: T) => void] {
  const [ahead, setAhead] = useState<{ next: T }>();
  const choose = async (next: T) => {
    const own = { next };
    setAhead(own);
    await go(next);
    // Of several one after another, the last one counts.
    setAhead((newest) => (newest === own ? undefined : newest));
  };
  return [ahead ? ahead.next : address, (next) => void choose(next)];
}
