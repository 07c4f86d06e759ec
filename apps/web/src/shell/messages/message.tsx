import type { ReactNode } from 'react';
import { Label } from '#ui/label.tsx';
import css from './message.module.css';

interface Props {
  /** Small line above the title: a status code or label. */
  code: string;
  title: string;
  text: string;
  children?: ReactNode;
}

/** Page with a single message: not found, error or no connection. */
export function Message({ code, title, text, children }: Props) {
  return (
    <section className={css.message}>
      <svg className={css.chart} viewBox="0 0 240 208" aria-hidden="true">
        {[96, 72, 48, 24].map((radius) => (
          <path key={radius} d={hexagon(120, 104, radius)} />
        ))}
        <path className={css.mark} d="m108 92 24 24m0-24-24 24" />
      </svg>
      <div className={css.content}>
        <Label tone="beacon">{code}</Label>
        <h1>{title}</h1>
        <p className={css.text}>{text}</p>
        {children}
      </div>
    </section>
  );
}

function hexagon(x: number, y: number, radius: number): string {
  const points = [0, 1, 2, 3, 4, 5].map((side) => {
    const angle = (Math.PI / 3) * side - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
