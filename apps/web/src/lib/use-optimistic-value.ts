import { useState } from 'react';

/**
 * Shows a chosen value while the address or server still has the old one. React resets a controlled field, radio button or
 * switch immediately to its given value; without this, the control would jump back briefly, and on a busy machine the next
 * letter would be typed after the old text.
 *
 * @param said current value of the address or server
 * @param follow applies the new value; settles when the page knows it, or when it failed and `said` applies again
 */
export function useOptimisticValue<T>(
  said: T,
  follow: (next: T) => Promise<unknown>,
): [shown: T, choose: (next: T) => void] {
  const [ahead, setAhead] = useState<{ next: T }>();
  const choose = async (next: T) => {
    const own = { next };
    setAhead(own);
    // The caller handles the error.
    await follow(next).catch(() => {});
    // Of several changes the last one applies.
    setAhead((newest) => (newest === own ? undefined : newest));
  };
  return [ahead ? ahead.next : said, (next) => void choose(next)];
}
