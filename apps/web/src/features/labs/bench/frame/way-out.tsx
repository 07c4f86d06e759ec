import { Kbd } from '#ui/kbd.tsx';
import css from './way-out.module.css';

/** Seen while the focus is where Tab does not lead on: what does. Screen readers hear it in the name of the field. */
export const WayOut = () => (
  <span className={css.out} aria-hidden="true">
    <Kbd>F6</Kbd> leaves
  </span>
);
