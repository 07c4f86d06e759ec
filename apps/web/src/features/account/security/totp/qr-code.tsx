import { useMemo } from 'react';
import css from './qr-code.module.css';
import { qrPath } from './qr-path.ts';

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
