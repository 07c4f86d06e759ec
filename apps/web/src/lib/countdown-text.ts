/** Formats seconds as `42:10` or `1:02:10`; never below zero. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
}

/** Label for screen readers: `42 minutes`, `1 minute`, `less than a minute`. */
export function countdownLabel(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  if (minutes === 0) return 'less than a minute';
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
