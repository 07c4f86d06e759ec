/** `42:10`, `1:02:10` from seconds; never below zero. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
}

/** The same in words, for screen readers: `42 minutes`, `1 minute`, `less than a minute`. */
export function clockWords(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  if (minutes === 0) return 'less than a minute';
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
