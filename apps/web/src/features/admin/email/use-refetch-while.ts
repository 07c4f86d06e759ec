import { useEffect } from 'react';

/** Asks again every so often, as long as what was answered can change without anybody pressing something. */
export function useRefetchWhile(moves: boolean, refetch: () => unknown, everyMs: number): void {
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => void refetch(), everyMs);
    return () => clearInterval(timer);
  }, [moves, refetch, everyMs]);
}
