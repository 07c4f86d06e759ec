import { useEffect, useSyncExternalStore } from 'react';

const query = '(width < 1024px)';

function subscribe(listener: () => void) {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the viewport is narrow. The bench is then a drawer over the briefing instead of a column beside it. */
export const useNarrowViewport = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );

/** Sets `--covered` to the height that a phone's keyboard covers, so that the bench stays above the keyboard. */
export function useKeyboardInset(element: { readonly current: HTMLElement | null }): void {
  // Follows the size of the visual viewport.
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
