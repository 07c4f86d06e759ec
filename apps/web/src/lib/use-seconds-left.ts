import { useEffect, useState } from 'react';

/** Whole seconds until a moment (milliseconds since 1970), counting down; 0 when it has passed or there is none. */
export function useSecondsLeft(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const running = until !== null && until > now;
  // The clock is outside React. It only runs while there is something to count.
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, running]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
