import { Kbd } from '#ui/kbd.tsx';
import css from './leave-hint.module.css';

/** Shows how to leave an element that captures Tab while it has the focus. Its label tells screen readers the same. */
export const LeaveHint = () => (
  <span className={css.key} aria-hidden="true">
    <Kbd>F6</Kbd> to leave
  </span>
);
