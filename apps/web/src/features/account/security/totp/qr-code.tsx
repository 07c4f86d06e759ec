import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/** Always dark on light, whatever the theme: not every camera reads the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className={css.paper} width={size} height={size} />
      <path className={css.ink} d={path} />
    </svg>
  );
}

/** Light modules around the code, without which cameras do not find it. */
const margin = 4;

/** A text as a QR code: one SVG path of its dark modules, each run of a row in one stroke of the pen, and its width. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'L', border: margin });
  const runs = data.flatMap((row, y) => {
    const cells = row.map((dark) => (dark ? '#' : ' ')).join('');
    return [...cells.matchAll(/#+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { path: runs.join(''), size };
}
