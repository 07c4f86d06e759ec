import { useState } from 'react';

/**
 * Shows a chosen value while the address or server still has the old one. React resets a controlled field, radio button
 * or switch immediately to its given value; without this hook, the control would briefly show the old value, and on a
 * busy machine the next letter would be added to the old text.
 *
 * @param value current value of the address or server
 * @param follow applies the new value; settles when `value` is the new one, or when the change failed
 */
export function useOptimisticValue<T>(
  value: T,
  follow: (next: T) => Promise<unknown>,
): [shown: T, choose: (next: T) => void] {
  const [pending, setPending] = useState<{ next: T }>();
  const choose = async (next: T) => {
    const change = { next };
    setPending(change);
    // The caller handles the error.
    await follow(next).catch(() => {});
    // Of several changes the last one applies.
    setPending((newest) => (newest === change ? undefined : newest));
  };
  return [pending ? pending.next : value, (next) => void choose(next)];
}
