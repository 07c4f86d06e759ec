import { type RefObject, useLayoutEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLSelectElement;

export interface EarlyChange<F extends Field = HTMLInputElement> {
  value?: unknown;
  checked?: boolean | undefined;
  onChange?: ((event: { target: F }) => void) | undefined;
}

/**
 * For the `ref` of a controlled field that the server renders. React takes over what was typed or chosen before its
 * script came, without a word to the handler, and would put the old state back with the next render. So the handler
 * hears of it once, as of any change.
 */
export function useEarlyChange<F extends Field = HTMLInputElement>(state: EarlyChange<F>): RefObject<F | null> {
  const { value, checked, onChange } = state;
  const ref = useRef<F>(null);
  // The field was the browser's alone until now; before the next paint the state knows of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came before the first render is early
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || !onChange) return;
    const isTyped = value !== undefined && field.value !== String(value);
    if (isTyped || ('checked' in field && checked !== undefined && isChosen(field, checked)))
      onChange({ target: field });
  }, []);
  return ref;
}

/** A radio button that is no longer checked is not a choice; the one that is checked now reports it. */
const isChosen = (box: HTMLInputElement, before: boolean) =>
  box.checked !== before && (box.checked || box.type !== 'radio');
