import { useEffect } from 'react';

/** Refetches at an interval while `isActive`. */
export function useRefetchWhile(isActive: boolean, refetch: () => unknown, everyMs: number): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => void refetch(), everyMs);
    return () => clearInterval(timer);
  }, [isActive, refetch, everyMs]);
}
