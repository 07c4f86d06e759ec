import { useEffect, useState } from 'react';

/** Returns whole seconds until a time (milliseconds since 1970), counting down; 0 if it has passed or is null. */
export function useSecondsLeft(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const running = until !== null && until > now;
  // The timer runs only while there is something to count.
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, running]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
