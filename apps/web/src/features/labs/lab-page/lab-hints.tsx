import type { Lab } from '@hexpedition/contract';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import css from './lab-page.module.css';

/** Hints in order, one at a time: the next can be asked for only after the one before. */
export function LabHints({ hints }: { hints: Lab['hints'] }) {
  const [shown, setShown] = useState(0);
  if (hints.length === 0) return null;
  return (
    <section aria-labelledby="hints">
      <h2 id="hints" className={css.heading}>
        Hints
      </h2>
      <ol className={css.hints} aria-live="polite">
        {hints.slice(0, shown).map((hint, index) => (
          <li key={hint.html} className={css.hint}>
            <Label>
              Hint {index + 1} of {hints.length}
            </Label>
            <Html html={hint.html} className={prose.prose} />
          </li>
        ))}
      </ol>
      {shown < hints.length && (
        <div className={css.nextHint}>
          <p>
            {shown === 0
              ? 'Stuck? Try for ten minutes more first; the answer you find yourself is the one you keep.'
              : 'Try with what you have now.'}
          </p>
          <Button icon="bulb" onClick={() => setShown(shown + 1)}>
            Show hint {shown + 1} of {hints.length}
          </Button>
        </div>
      )}
    </section>
  );
}
