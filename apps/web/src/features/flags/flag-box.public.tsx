import { type ReactNode, useId } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { useEarlyChange } from '#ui/use-early-change.ts';
import css from './flag-box.module.css';
import { type FlagSubmission, useFlagBox } from './use-flag-box.ts';

interface Props extends FlagSubmission {
  title: ReactNode;
  points: number;
  /** What to do to find it. */
  children?: ReactNode;
  /** Everything that can be found here has been found. */
  solved: boolean;
  heading?: 'h2' | 'h3';
}

/**
 * The field for a flag. It trims what was typed, keeps a wrong flag in the field, and says in which way it is wrong.
 */
export function FlagBox({ title, points, children, solved, heading: Heading = 'h3', ...submission }: Props) {
  const box = useFlagBox(submission);
  const id = useId();
  const change = (event: { target: HTMLInputElement }) => box.change(event.target.value);
  const field = useEarlyChange({ value: box.text, onChange: change });
  return (
    <Card className={css.box}>
      <FlagHex solved={solved} />
      <div className={css.body}>
        <Heading className={css.title}>
          {title} <span className={css.points}>· {plural(points, 'point')}</span>
        </Heading>
        {children}
        {solved ? (
          <p
            className={cx(css.row, css.solved)}
            tabIndex={-1}
            // The form had the focus and is gone; without this it would fall back to the top of the page.
            ref={(row) => {
              if (box.outcome?.kind === 'right') row?.focus();
            }}
          >
            <Icon name="tick" size={18} />
            Solved
          </p>
        ) : (
          <form
            className={css.row}
            onSubmit={(event) => {
              event.preventDefault();
              box.send();
            }}
          >
            <input
              ref={field}
              className={css.input}
              aria-label="The flag that you found"
              aria-invalid={box.outcome?.kind === 'wrong' || undefined}
              aria-describedby={`${id}-status`}
              placeholder="flag{…}"
              value={box.text}
              onChange={change}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={200}
            />
            <Button type="submit" variant="primary" busy={box.busy} disabled={box.wait > 0}>
              Submit
            </Button>
          </form>
        )}
        <div id={`${id}-status`} role="status" className={css.status}>
          <FlagStatus outcome={box.outcome} wait={box.wait} />
        </div>
        {box.askToSignIn && <SignInPrompt>Your flag is kept in this tab. To hand it in:</SignInPrompt>}
      </div>
    </Card>
  );
}

/** The hexagon with the flag; filled with a tick once it is found. Decorative: the words stand beside it. */
function FlagHex({ solved }: { solved: boolean }) {
  return (
    <svg className={cx(css.hex, solved && css.hexSolved)} viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
      <path className={css.edge} d={hexPath} />
      {solved ? <path d="M10 16.5l4.2 4.2 7.8-8.8" /> : <path d="M12 23V9.5h9l-2.6 3.2 2.6 3.3h-9" />}
    </svg>
  );
}

/** What the last attempt brought, in one line. `wait`: seconds left of a wait. */
function FlagStatus({ outcome, wait }: Pick<ReturnType<typeof useFlagBox>, 'outcome' | 'wait'>) {
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'right':
      return (
        <Line tone="right" icon="tick">
          Right{outcome.name ? `: ${outcome.name}` : ''}. {plural(outcome.points, 'point')} more.
        </Line>
      );
    case 'solved':
      return (
        <Line tone="right" icon="tick">
          Right, and you had it already.
        </Line>
      );
    case 'wrong':
      return (
        <Line tone="wrong" icon="close">
          {outcome.hint ? `Nearly. ${outcome.hint}` : 'Not this one. Copy the whole flag, braces and all.'}
        </Line>
      );
    case 'wait':
      return (
        <Line tone="wait" icon="clock">
          Slow down, <span className={css.seconds}>{wait} s</span>. Guessing is not the way in.
        </Line>
      );
    case 'failed':
      return (
        <Line tone="wrong" icon="warning">
          {outcome.message}
        </Line>
      );
  }
}

function Line({ tone, icon, children }: { tone: 'right' | 'wrong' | 'wait'; icon: IconName; children: ReactNode }) {
  return (
    <p className={css.line} data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </p>
  );
}
