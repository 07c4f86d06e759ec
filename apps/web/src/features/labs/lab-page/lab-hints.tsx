import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import css from './lab-page.module.css';
import { useHints } from './use-hints.ts';

/** Hints in order: the next can be opened only after the one before. What was opened once can be read again. */
export function LabHints({ slug, count }: { slug: string; count: number }) {
  const { hints, open, opening, error } = useHints(slug);
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  if (count === 0) return null;
  const show = (number: number, on: boolean) =>
    setShown((before) => new Set(on ? [...before, number] : [...before].filter((other) => other !== number)));
  return (
    <section aria-labelledby="hints">
      <h2 id="hints" className={css.heading}>
        Hints
      </h2>
      <p className={css.advice}>
        Stuck? Try for ten minutes more first; the answer you find yourself is the one you keep. Hints that you have
        opened are remembered.
      </p>
      <ol className={css.hints} aria-label={plural(count, 'hint')}>
        {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
          <Rung
            key={number}
            number={number}
            html={hints[number - 1]?.html}
            isNext={number === hints.length + 1}
            isShown={shown.has(number)}
            isOpening={opening === number}
            onOpen={() => open(number, () => show(number, true))}
            onShow={(on) => show(number, on)}
          />
        ))}
      </ol>
      {error && (
        <p className={css.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </section>
  );
}

interface RungProps {
  number: number;
  /** What it says, if it is open. */
  html: string | undefined;
  isNext: boolean;
  isShown: boolean;
  isOpening: boolean;
  onOpen: () => void;
  onShow: (on: boolean) => void;
}

/** The button stays the same one when it opens, so the focus stays with it. */
function Rung({ number, html, isNext, isShown, isOpening, onOpen, onShow }: RungProps) {
  const state = html !== undefined ? 'done' : isNext ? 'open' : 'locked';
  const word = html === undefined ? 'Open' : isShown ? 'Hide' : 'Read again';
  return (
    <li>
      <div className={css.rung} data-state={state}>
        <HexStep state={state} />
        <span>Hint {number}</span>
        {state === 'locked' ? (
          <span className={css.waits}>after hint {number - 1}</span>
        ) : (
          <Button
            size="sm"
            icon="bulb"
            busy={isOpening}
            aria-expanded={isShown}
            aria-label={`${word}: hint ${number}`}
            onClick={() => (html === undefined ? onOpen() : onShow(!isShown))}
          >
            {word}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {isShown && html !== undefined && <Html html={html} className={`${prose.prose} ${css.hint}`} />}
      </div>
    </li>
  );
}
