import { cx } from '#ui/cx.ts';
import { screenKeys } from './key-row-keys.ts';
import type { TerminalScreen } from './screen.ts';
import css from './terminal.module.css';

interface Props {
  screen: TerminalScreen | undefined;
  hasControl: boolean;
  onControl: () => void;
}

/** The keys that a phone's keyboard lacks. Ctrl holds for the next one. */
export function KeyRow({ screen, hasControl, onControl }: Props) {
  const [first, second, ...others] = screenKeys.map(({ face, name, data }) => (
    <button
      key={name}
      type="button"
      className={css.key}
      aria-label={name}
      onClick={() => screen?.press(data(screen.hasProgramArrows))}
    >
      {face}
    </button>
  ));
  return (
    <div
      role="toolbar"
      aria-label="Keys"
      className={css.keys}
      // The terminal keeps the focus, and the phone's keyboard stays.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {first}
      {second}
      <button
        type="button"
        className={cx(css.key, hasControl && css.held)}
        aria-label="Ctrl, for the next key"
        aria-pressed={hasControl}
        onClick={onControl}
      >
        Ctrl
      </button>
      {others}
    </div>
  );
}
