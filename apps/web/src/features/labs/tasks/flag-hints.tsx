import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import css from './flag-hints.module.css';
import type { FlagHint, FlagTask } from './task-state.ts';
import type { useLabHints } from './use-lab-hints.ts';

interface Props {
  task: FlagTask;
  state: ReturnType<typeof useLabHints>;
  /** Heading level, one below the parent. */
  heading: 'h3' | 'h4';
}

/**
 * Lists the hints of one flag in order. A hint that costs points needs a confirmation, because it cannot be undone.
 * Opened hints can be read again.
 */
export function FlagHints({ task, heading, state: { texts, open, opening, failed } }: Props) {
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const [confirming, setConfirming] = useState<number | null>(null);
  const { hints, flag } = task;
  if (hints.length === 0) return null;
  const show = (number: number, on: boolean) =>
    setShown((before) => new Set(on ? [...before, number] : [...before].filter((other) => other !== number)));
  return (
    <section className={css.hints} aria-label={`Hints for ${flag.name}`} id="hints">
      <Label as={heading}>Hints</Label>
      {task.state !== 'found' && (
        <p className={css.advice}>Stuck? Try ten more minutes. You remember best what you find yourself.</p>
      )}
      <ol aria-label={plural(hints.length, 'hint')}>
        {hints.map((hint) => (
          <HintItem
            key={hint.number}
            hint={hint}
            points={flag.points}
            html={texts.get(hint.number)}
            isShown={shown.has(hint.number)}
            isConfirming={confirming === hint.number}
            isOpening={opening === hint.number}
            onConfirming={(on) => setConfirming(on ? hint.number : null)}
            onOpen={() => {
              setConfirming(null);
              open(hint.number, () => show(hint.number, true));
            }}
            onShow={(on) => show(hint.number, on)}
          />
        ))}
      </ol>
      {failed && hints.some(({ number }) => number === failed.number) && (
        <p className={css.error} role="alert">
          {messageOf(failed.error)}
        </p>
      )}
    </section>
  );
}

interface HintItemProps {
  hint: FlagHint;
  /** Points of the flag without any hints. */
  points: number;
  /** Text of the hint if it is open. */
  html: string | undefined;
  isShown: boolean;
  /** Whether the hint asks for confirmation. */
  isConfirming: boolean;
  isOpening: boolean;
  onConfirming: (on: boolean) => void;
  onOpen: () => void;
  onShow: (on: boolean) => void;
}

/** One hint. Its button stays the same element when the hint opens, so that it keeps the focus. */
function HintItem({
  hint,
  points,
  html,
  isShown,
  isConfirming,
  isOpening,
  onConfirming,
  onOpen,
  onShow,
}: HintItemProps) {
  const { at, price, state, worthAfter } = hint;
  const isOpen = html !== undefined;
  const label = isOpen
    ? isShown
      ? `Hide hint ${at}`
      : `Show hint ${at} again`
    : isConfirming
      ? `Open for ${plural(price, 'point')}`
      : `Show hint ${at}`;
  return (
    <li className={css.hint} data-state={state}>
      <span className={css.number} aria-hidden="true">
        {at}
      </span>
      <div className={css.row}>
        {state === 'locked' ? (
          <span className={css.blocked}>Open hint {at - 1} first</span>
        ) : (
          <Button
            size="sm"
            variant={isOpen ? 'quiet' : 'secondary'}
            icon="bulb"
            busy={isOpening}
            aria-expanded={isShown}
            className={cx(isOpen && css.reopen)}
            onKeyDown={(event) => {
              if (isConfirming && event.key === 'Escape') onConfirming(false);
            }}
            onClick={(event) => {
              if (isOpen) onShow(!isShown);
              else if (price === 0) onOpen();
              else if (!isConfirming) onConfirming(true);
              // Ignores the second click of a double click, which is not a confirmation.
              else if (event.detail <= 1) onOpen();
            }}
          >
            {label}
          </Button>
        )}
        {isConfirming && !isOpen && (
          <Button size="sm" variant="quiet" onClick={() => onConfirming(false)}>
            Cancel
          </Button>
        )}
        <span className={css.price}>{priceText(hint, isOpen)}</span>
      </div>
      <p className={css.confirmation} role="status">
        {isConfirming &&
          !isOpen &&
          `The flag will then give ${worthAfter} of ${plural(points, 'point')}. You can’t undo this.`}
      </p>
      <div aria-live="polite">{isShown && isOpen && <Html html={html} className={cx(prose.prose, css.text)} />}</div>
    </li>
  );
}

/** Formats the cost of a hint. Uses a minus sign and not a hyphen, because screen readers announce it. */
function priceText({ price }: FlagHint, isOpen: boolean): string {
  if (price === 0) return isOpen ? '' : 'Free';
  return isOpen ? `${plural(price, 'point')} deducted` : `−${plural(price, 'point')}`;
}
