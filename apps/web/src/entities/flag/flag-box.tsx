import { maxFlagLength } from '@hexpedition/contract/flag-limits';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
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

// Needed only after a correct flag.
const SolveCelebration = lazy(() => import('./solve-celebration.tsx'));

interface FieldProps extends FlagSubmission {
  /** Whether all flags of this box have been found. A text replaces the label "Solved". */
  solved: boolean | string;
  /** Buttons and links for what to do next, shown after a flag was accepted. */
  nextSteps?: ReactNode;
}

interface BoxProps extends FieldProps {
  /** Id of the card, for links. */
  anchor?: string;
  title: ReactNode;
  points: number;
  /** The task. */
  children?: ReactNode;
  heading?: 'h2' | 'h3';
  /** Help below the field, such as hints. */
  help?: ReactNode;
}

/** A card with the field for a flag. */
export function FlagBox({ anchor, title, points, children, heading: Heading = 'h3', help, ...field }: BoxProps) {
  return (
    <Card className={css.box} id={anchor}>
      <FlagHex solved={field.solved !== false} />
      <div className={css.body}>
        <Heading className={css.title}>
          {title} <span className={css.points}>· {plural(points, 'point')}</span>
        </Heading>
        {children}
        <FlagField {...field} />
        {help}
      </div>
    </Card>
  );
}

/**
 * The field for a flag. It trims what was typed. A wrong flag stays in the field, with a message saying what is wrong.
 * After a correct flag it shows the points, the new rank and the next steps.
 */
export function FlagField({ solved, nextSteps, ...submission }: FieldProps) {
  const box = useFlagBox(submission);
  const [announcement, setAnnouncement] = useState('');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = () => root.current?.querySelector('input');
  const change = (event: { target: HTMLInputElement }) => box.change(event.target.value);
  const field = useEarlyChange({ value: box.text, onChange: change });
  const found = box.outcome?.kind === 'right' ? box.outcome.verdict : undefined;
  const hasResult = found !== undefined || box.outcome?.kind === 'kept';
  const isWrong = box.outcome?.kind === 'wrong' || box.outcome?.kind === 'empty';
  return (
    <div ref={root} className={css.field}>
      {solved ? (
        <p className={cx(css.row, css.solved)} tabIndex={-1} ref={hasResult ? takeFocus : undefined}>
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
            maxLength={maxFlagLength}
          />
          <Button type="submit" variant={box.text ? 'primary' : 'secondary'} busy={box.busy} disabled={box.wait > 0}>
            Submit
          </Button>
        </form>
      )}
      <div id={`${id}-status`} role="status" className={css.status}>
        {found ? <VisuallyHidden>{announcement}</VisuallyHidden> : <FlagStatus outcome={box.outcome} wait={box.wait} />}
      </div>
      {found && (
        <Suspense>
          <SolveCelebration
            verdict={found}
            onAnnounce={setAnnouncement}
            onClose={() => {
              box.dismiss();
              root.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus();
            }}
          >
            {nextSteps}
          </SolveCelebration>
        </Suspense>
      )}
      {box.needsSignIn && (
        <SignInPrompt purpose="to submit your flag">
          In labs, each learner gets their own flags. Your flag is saved in this tab.
        </SignInPrompt>
      )}
    </div>
  );
}

/** The form that had the focus was removed. Without this, the focus would return to the start of the page. */
const takeFocus = (row: HTMLElement | null) => row?.focus();

/** A hexagon with a flag icon, or with a tick once the flag is found. Decorative: the text says the same. */
function FlagHex({ solved }: { solved: boolean }) {
  return (
    <svg className={cx(css.hex, solved && css.hexSolved)} viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
      <path className={css.edge} d={hexPath} />
      {solved ? <path d="M10 16.5l4.2 4.2 7.8-8.8" /> : <path d="M12 23V9.5h9l-2.6 3.2 2.6 3.3h-9" />}
    </svg>
  );
}

/** The result of the last attempt, in one line. `wait`: seconds until the next attempt is allowed. */
function FlagStatus({ outcome, wait }: Pick<ReturnType<typeof useFlagBox>, 'outcome' | 'wait'>) {
  switch (outcome?.kind) {
    case undefined:
    case 'right':
    case 'kept':
      return null;
    case 'solved':
      return (
        <StatusLine tone="right" icon="tick">
          Correct. You had already found this flag.
        </StatusLine>
      );
    case 'wrong':
      return (
        <StatusLine tone="wrong" icon="close">
          {outcome.hint ? `Almost. ${outcome.hint}` : 'Not correct. Copy the whole flag, including the braces.'}
        </StatusLine>
      );
    case 'empty':
      return (
        <StatusLine tone="wrong" icon="close">
          Paste the flag that you found.
        </StatusLine>
      );
    case 'wait':
      return (
        <StatusLine tone="wait" icon="clock">
          Too many attempts. Try again in <span className={css.seconds}>{wait} s</span>.
        </StatusLine>
      );
    case 'failed':
      return (
        <StatusLine tone="wrong" icon="warning">
          {outcome.message}
        </StatusLine>
      );
  }
}

function StatusLine({
  tone,
  icon,
  children,
}: {
  tone: 'right' | 'wrong' | 'wait';
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <p className={css.line} data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </p>
  );
}
