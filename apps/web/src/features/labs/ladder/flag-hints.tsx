import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import css from './flag-hints.module.css';
import type { FlagStep, HintRung } from './ladder.ts';
import type { useHints } from './use-hints.ts';

interface Props {
  step: FlagStep;
  state: ReturnType<typeof useHints>;
  /** One level below what it stands under. */
  heading: 'h3' | 'h4';
}

/**
 * The hints of one flag, in order. One that costs points takes two presses: the first says what it takes, and that
 * nothing brings it back. What was opened once can be read again.
 */
export function FlagHints({ step, heading, state: { texts, open, opening, failed } }: Props) {
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<number | null>(null);
  const { hints, flag } = step;
  if (hints.length === 0) return null;
  const show = (number: number, on: boolean) =>
    setShown((before) => new Set(on ? [...before, number] : [...before].filter((other) => other !== number)));
  return (
    <section className={css.hints} aria-label={`Hints for ${flag.name}`} id="hints">
      <Label as={heading}>Hints</Label>
      {step.state !== 'found' && (
        <p className={css.advice}>Stuck? Ten minutes more: the answer you find yourself is the one you keep.</p>
      )}
      <ol aria-label={plural(hints.length, 'hint')}>
        {hints.map((hint) => (
          <Rung
            key={hint.number}
            hint={hint}
            points={flag.points}
            html={texts.get(hint.number)}
            isShown={shown.has(hint.number)}
            isAsked={asked === hint.number}
            isOpening={opening === hint.number}
            onAsk={(on) => setAsked(on ? hint.number : null)}
            onOpen={() => {
              setAsked(null);
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

interface RungProps {
  hint: HintRung;
  /** Of the flag, without any hint. */
  points: number;
  /** What it says, if it is open. */
  html: string | undefined;
  isShown: boolean;
  /** It was pressed once, and says what it takes. */
  isAsked: boolean;
  isOpening: boolean;
  onAsk: (on: boolean) => void;
  onOpen: () => void;
  onShow: (on: boolean) => void;
}

/** The button stays the same one when it opens, so the focus stays with it. */
function Rung({ hint, points, html, isShown, isAsked, isOpening, onAsk, onOpen, onShow }: RungProps) {
  const { at, price, state, worthAfter } = hint;
  const isOpen = html !== undefined;
  const word = isOpen
    ? isShown
      ? `Hide hint ${at}`
      : `Read hint ${at} again`
    : isAsked
      ? `Open it for ${plural(price, 'point')}`
      : `Show hint ${at}`;
  return (
    <li className={css.rung} data-state={state}>
      <span className={css.number} aria-hidden="true">
        {at}
      </span>
      <div className={css.row}>
        {state === 'locked' ? (
          <span className={css.waits}>
            Hint {at} opens after hint {at - 1}
          </span>
        ) : (
          <Button
            size="sm"
            variant={isOpen ? 'quiet' : 'secondary'}
            icon="bulb"
            busy={isOpening}
            aria-expanded={isShown}
            className={cx(isOpen && css.again)}
            onKeyDown={(event) => {
              if (isAsked && event.key === 'Escape') onAsk(false);
            }}
            onClick={(event) => {
              if (isOpen) onShow(!isShown);
              else if (price === 0) onOpen();
              else if (!isAsked) onAsk(true);
              // The second press of a double click was no second decision.
              else if (event.detail <= 1) onOpen();
            }}
          >
            {word}
          </Button>
        )}
        {isAsked && !isOpen && (
          <Button size="sm" variant="quiet" onClick={() => onAsk(false)}>
            Not now
          </Button>
        )}
        <span className={css.price}>{priceWords(hint, isOpen)}</span>
      </div>
      <p className={css.ask} role="status">
        {isAsked &&
          !isOpen &&
          `The flag then brings ${worthAfter} of ${plural(points, 'point')}. What is read cannot be unread.`}
      </p>
      <div aria-live="polite">{isShown && isOpen && <Html html={html} className={cx(prose.prose, css.text)} />}</div>
    </li>
  );
}

/** The sign is a minus, not a hyphen: screen readers say it. */
function priceWords({ price }: HintRung, isOpen: boolean): string {
  if (price === 0) return isOpen ? '' : 'free';
  return isOpen ? `took ${plural(price, 'point')}` : `−${plural(price, 'point')}`;
}
