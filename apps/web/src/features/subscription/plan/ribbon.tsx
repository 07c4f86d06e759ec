import { Icon } from '#ui/icon.tsx';
import css from './ribbon.module.css';

/** Says that nothing here is real, while the sandbox stands in for Paddle. */
export const Ribbon = ({ control }: { control: string }) => (
  <aside className={css.ribbon} aria-label="Sandbox">
    <svg className={css.hatch} aria-hidden="true">
      <pattern id="hatch" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="16" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#hatch)" />
    </svg>
    <p className={css.words}>
      <b className={css.mark}>Sandbox</b> No money moves here.{' '}
      <span className={css.card}>
        Pay with card <code>4242 4242 4242 4242</code>.
      </span>
    </p>
    <a className={css.time} href={control} target="_blank" rel="noopener">
      <Icon name="clock" size={16} />
      Move time on
    </a>
  </aside>
);
