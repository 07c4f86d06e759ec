import { cx } from '#ui/cx.ts';
import { screenKeys } from './key-row-keys.ts';
import css from './terminal.module.css';
import type { TerminalScreen } from './terminal-screen.ts';

interface Props {
  screen: TerminalScreen | undefined;
  hasControl: boolean;
  onControl: () => void;
}

/** Row of keys that a phone's keyboard does not have. Ctrl applies to the next key. */
export function KeyRow({ screen, hasControl, onControl }: Props) {
  const [first, second, ...others] = screenKeys.map(({ label, name, data }) => (
    <button
      key={name}
      type="button"
      className={css.key}
      aria-label={name}
      onClick={() => screen?.press(data(screen.isApplicationMode))}
    >
      {label}
    </button>
  ));
  return (
    <div
      role="toolbar"
      aria-label="Keys"
      className={css.keys}
      // Keeps the focus in the terminal, so that the phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {first}
      {second}
      <button
        type="button"
        className={cx(css.key, hasControl && css.active)}
        aria-label="Ctrl for the next key"
        aria-pressed={hasControl}
        onClick={onControl}
      >
        Ctrl
      </button>
      {others}
    </div>
  );
}
