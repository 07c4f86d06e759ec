import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { useEarlyChange } from '#ui/use-early-change.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './flag-box.module.css';
import { type FlagSubmission, useFlagBox } from './use-flag-box.ts';

// Needed only after a right flag.
const SolveMoment = lazy(() => import('./solve-moment.tsx'));

interface FieldProps extends FlagSubmission {
  /** Everything that can be found here has been found. A text says so in other words than "Solved". */
  solved: boolean | string;
  /** What a learner may do next who has just found it: buttons and links. */
  afterwards?: ReactNode;
}

interface BoxProps extends FieldProps {
  title: ReactNode;
  points: number;
  /** What to do to find it. */
  children?: ReactNode;
  heading?: 'h2' | 'h3';
  /** What helps, below the field. */
  below?: ReactNode;
}

/** The field for a flag in a card of its own. */
export function FlagBox({ title, points, children, heading: Heading = 'h3', below, ...field }: BoxProps) {
  return (
    <Card className={css.box}>
      <FlagHex solved={field.solved !== false} />
      <div className={css.body}>
        <Heading className={css.title}>
          {title} <span className={css.points}>· {plural(points, 'point')}</span>
        </Heading>
        {children}
        <FlagField {...field} />
        {below}
      </div>
    </Card>
  );
}

/**
 * The field for a flag. It trims what was typed, keeps a wrong flag in the field, and says in which way it is wrong. A
 * right one is a moment: its points, the place that they brought, and what comes next.
 */
export function FlagField({ solved, afterwards, ...submission }: FieldProps) {
  const box = useFlagBox(submission);
  const [words, setWords] = useState('');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = () => root.current?.querySelector('input');
  const change = (event: { target: HTMLInputElement }) => box.change(event.target.value);
  const field = useEarlyChange({ value: box.text, onChange: change });
  const found = box.outcome?.kind === 'right' ? box.outcome.verdict : undefined;
  const isWrong = box.outcome?.kind === 'wrong' || box.outcome?.kind === 'empty';
  return (
    <div ref={root} className={css.field}>
      {solved ? (
        <p className={cx(css.row, css.solved)} tabIndex={-1} ref={found && takeFocus}>
          <Icon name="tick" size={18} />
          {solved === true ? 'Solved' : solved}
        </p>
      ) : (
        <form
          className={css.row}
          onSubmit={(event) => {
            event.preventDefault();
            if (!box.send()) input()?.focus();
          }}
        >
          <input
            ref={field}
            className={css.input}
            aria-label="The flag that you found"
            aria-invalid={isWrong || undefined}
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
          <Button type="submit" variant={box.text ? 'primary' : 'secondary'} busy={box.busy} disabled={box.wait > 0}>
            Submit
          </Button>
        </form>
      )}
      <div id={`${id}-status`} role="status" className={css.status}>
        {found ? <VisuallyHidden>{words}</VisuallyHidden> : <FlagStatus outcome={box.outcome} wait={box.wait} />}
      </div>
      {found && (
        <Suspense>
          <SolveMoment
            verdict={found}
            onWords={setWords}
            onClose={() => {
              box.dismiss();
              root.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus();
            }}
          >
            {afterwards}
          </SolveMoment>
        </Suspense>
      )}
      {box.askToSignIn && <SignInPrompt>Your flag is kept in this tab. To hand it in:</SignInPrompt>}
    </div>
  );
}

/** The form had the focus and is gone; without this it would fall back to the top of the page. */
const takeFocus = (row: HTMLElement | null) => row?.focus();

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
    case 'right':
      return null;
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
    case 'empty':
      return (
        <Line tone="wrong" icon="close">
          Paste the flag that you found.
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
