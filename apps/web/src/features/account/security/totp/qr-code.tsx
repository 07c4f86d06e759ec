import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/** QR code, dark on light in every theme: some cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className={css.paper} width={size} height={size} />
      <path className={css.ink} d={path} />
    </svg>
  );
}

/** Quiet zone around the code, in modules. Cameras need it to find the code. */
const margin = 4;

/**
 * Encodes a text as a QR code. Returns one SVG path of the dark modules (one stroke per horizontal run) and the size.
 */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'L', border: margin });
  const runs = data.flatMap((row, y) => {
    const cells = row.map((dark) => (dark ? '#' : ' ')).join('');
    return [...cells.matchAll(/#+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { path: runs.join(''), size };
}
