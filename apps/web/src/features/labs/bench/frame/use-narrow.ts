import { useEffect, useSyncExternalStore } from 'react';

const query = '(width < 1024px)';

function subscribe(listener: () => void) {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the bench is a drawer over the briefing, and not a column beside it. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );

/** Keeps the bench above a phone's keyboard, which browsers lay over the page: `--covered` is what it hides. */
export function useKeyboardRoom(element: { readonly current: HTMLElement | null }): void {
  // The size of what is seen is outside React.
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      const covered = Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
      element.current?.style.setProperty('--covered', `${covered}px`);
    };
    measure();
    view.addEventListener('resize', measure);
    return () => view.removeEventListener('resize', measure);
  }, [element]);
}
