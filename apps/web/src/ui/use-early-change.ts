import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface EarlyChange {
  value?: unknown;
  checked?: boolean | undefined;
  onChange?: ((event: { target: HTMLInputElement }) => void) | undefined;
}

/**
 * For the `ref` of a controlled field that the server renders. React takes over what was typed or chosen before its
 * script came, without a word to the handler, and would put the old state back with the next render. So the handler
 * hears of it once, as of any change.
 */
export function useEarlyChange({ value, checked, onChange }: EarlyChange): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  // The field was the browser's alone until now; before the next paint the state knows of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came before the first render is early
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || !onChange) return;
    const isTyped = value !== undefined && field.value !== value;
    // A radio button that lost its place to another one is no choice; the other one tells.
    const isChosen = checked !== undefined && field.checked !== checked && (field.checked || field.type !== 'radio');
    if (isTyped || isChosen) onChange({ target: field });
  }, []);
  return ref;
}
