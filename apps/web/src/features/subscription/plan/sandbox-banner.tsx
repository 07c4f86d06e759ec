import { Icon } from '#ui/icon.tsx';
import css from './sandbox-banner.module.css';

/** Tells visitors that the payment sandbox is in use and no real money is charged. */
export const SandboxBanner = ({ control }: { control: string }) => (
  <aside className={css.banner} aria-label="Sandbox">
    <svg className={css.hatch} aria-hidden="true">
      <pattern id="hatch" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="16" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#hatch)" />
    </svg>
    <p className={css.text}>
      <b className={css.mark}>Sandbox</b> No real payments.{' '}
      <span className={css.card}>
        Pay with card <code>4242 4242 4242 4242</code>.
      </span>
    </p>
    <a className={css.control} href={control} target="_blank" rel="noopener">
      <Icon name="clock" size={16} />
      Advance time
    </a>
  </aside>
);
