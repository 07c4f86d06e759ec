import { useState } from 'react';

/**
 * What the address or the server says, and what was just chosen instead of it while that follows. React puts a field, a
 * radio button or a switch back at once to what it is told; without this, a press would jump back for a moment, which is
 * long on a busy machine, and the next letter would be typed behind the old text.
 *
 * @param said what counts, as soon as it has followed
 * @param follow leads there, and ends when the page knows it, or when it has failed and `said` counts again
 */
export function useAhead<T>(said: T, follow: (next: T) => Promise<unknown>): [shown: T, choose: (next: T) => void] {
  const [ahead, setAhead] = useState<{ next: T }>();
  const choose = async (next: T) => {
    const own = { next };
    setAhead(own);
    // Whoever follows says what went wrong.
    await follow(next).catch(() => {});
    // Of several one after another, the last one counts.
    setAhead((newest) => (newest === own ? undefined : newest));
  };
  return [ahead ? ahead.next : said, (next) => void choose(next)];
}
