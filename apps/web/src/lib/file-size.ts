const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Formats a file size in decimal units: `61 bytes`, `1.4 kB`, `20 MB`, `4.2 GB`. */
export function fileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // Compares the rounded value, so that 999,960 bytes are 1 MB and not 1000 kB.
  while (unit < units.length - 1 && Number(value.toPrecision(3)) >= 1000) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`;
}
