import { type RefObject, useLayoutEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLSelectElement;

export interface EarlyChange<F extends Field = HTMLInputElement> {
  value?: unknown;
  checked?: boolean | undefined;
  onChange?: ((event: { target: F }) => void) | undefined;
}

/**
 * For the `ref` of a controlled field that the server renders. React keeps what the user typed or chose before
 * hydration, but does not call the handler, and would reset the field on the next render. This calls the handler once
 * with that value.
 */
export function useEarlyChange<F extends Field = HTMLInputElement>(state: EarlyChange<F>): RefObject<F | null> {
  const { value, checked, onChange } = state;
  const ref = useRef<F>(null);
  // Before the next paint, the state learns what the browser's field contains.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only changes before the first render count
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || !onChange) return;
    const isTyped = value !== undefined && field.value !== String(value);
    if (isTyped || ('checked' in field && checked !== undefined && isChosen(field, checked)))
      onChange({ target: field });
  }, []);
  return ref;
}

/** A radio button that was unchecked does not report a change; the newly checked one does. */
const isChosen = (box: HTMLInputElement, before: boolean) =>
  box.checked !== before && (box.checked || box.type !== 'radio');
