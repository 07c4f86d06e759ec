import type { DrillSolution, DrillVerdict } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import { TextField } from '#ui/text-field.tsx';
import { useFoundFlags } from '../../progress/use-training-progress.ts';
import { trainingQuery } from '../../training/training-queries.ts';
import type { ModuleProps } from '../module-props.ts';
import css from './drill-module.module.css';
import { type Drill, type RoundEnd, useDrill } from './use-drill.ts';

/** Exercise with generated values for each learner. After it is solved or its solution is shown, the learner starts the next round. */
export default function DrillModule({ lesson, training: slug, module: drill }: ModuleProps<'drill'>) {
  const { data: training } = useSuspenseQuery(trainingQuery(slug));
  const isSolved = useFoundFlags(training).has(`${lesson}/${drill.id}`);
  const isMember = useSession() !== null;
  const isHydrated = useHydrated();
  const state = useDrill({ lesson, training: slug, drill });
  const id = useId();
  const anchor = `drill-${drill.id}`;
  const isKept = state.isKept && !isMember;
  const form = useRef<HTMLFormElement>(null);
  const isEnded = state.end !== undefined;
  const wasEnded = useRef(isEnded);
  // The focused control disappears when a round ends or begins. The focus moves to the next step.
  useEffect(() => {
    if (wasEnded.current === isEnded) return;
    wasEnded.current = isEnded;
    form.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isEnded]);
  // The field that had the focus is gone after a visitor's correct answer. The focus moves to the next step.
  useEffect(() => {
    if (state.isRightOfVisitor) form.current?.querySelector('a')?.focus();
  }, [state.isRightOfVisitor]);
  return (
    <Card className={css.drill} id={anchor}>
      <div className={css.head}>
        <div className={css.facts}>
          <Label tone="beacon">Drill · {plural(drill.points, 'point')}</Label>
          {isSolved && (
            <span className={css.solved}>
              <Icon name="tick" size={16} />
              Solved
            </span>
          )}
        </div>
        <h3 id={id} className={css.title}>
          {drill.title}
        </h3>
      </div>
      {drill.html && <Html html={drill.html} className={`${prose.prose} ${css.text}`} />}
      <GivenList given={state.ownValues ?? drill.sample} isLoading={isHydrated && !state.ownValues && !state.failed} />
      {state.roundsNeeded > 1 && !isSolved && <p className={css.note}>{explainRounds(state.roundsSolved)}</p>}
      {!isMember && (
        <p className={css.note}>
          {state.roundsNeeded > 1
            ? 'Without an account, you can give the first of the two, and keep it for an account.'
            : 'You have one round without an account. With an account, you get new values as often as you like.'}
        </p>
      )}
      {state.failed && !state.ownValues && <p className={css.wrong}>{messageOf(state.failed)}</p>}
      <form
        ref={form}
        aria-labelledby={id}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        {!isEnded && !isKept && (
          <TextField
            label="Your answer"
            hint={`Answer format: ${drill.form}`}
            mono
            value={state.text}
            onChange={(event) => state.change(event.target.value)}
            maxLength={500}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <div className={css.foot}>
          {isKept ? null : isEnded ? (
            <Button onClick={state.next}>Next round</Button>
          ) : (
            <>
              <Button type="submit" busy={state.busy}>
                Check
              </Button>
              <Button variant="quiet" busy={state.showing} onClick={state.show}>
                Show solution
              </Button>
            </>
          )}
          {/* Always in the page, so that screen readers announce changes. */}
          <div role="status">
            <DrillFeedback {...state} isSolved={isSolved} />
          </div>
        </div>
        {isKept ? (
          <SignInPrompt
            purpose={`to keep your ${state.roundsNeeded > 1 ? 'correct answer' : plural(drill.points, 'point')}`}
            anchor={anchor}
          >
            Correct.
          </SignInPrompt>
        ) : (
          state.needsAccount &&
          !isMember && <SignInPrompt anchor={anchor}>You need an account to see solutions.</SignInPrompt>
        )}
      </form>
      {state.end && <Solution {...state.end.solution} />}
    </Card>
  );
}

function GivenList({ given, isLoading }: { given: Drill['sample']; isLoading: boolean }) {
  return (
    <dl className={css.givenValues} aria-busy={isLoading || undefined}>
      {given.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the block scrolls, so the keyboard must reach it */}
            <pre tabIndex={0} data-columns={hasColumns(text) ? '' : undefined}>
              <code>{text}</code>
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether the text has columns, as in a hex dump or a listing. Such lines must not wrap. */
function hasColumns(text: string): boolean {
  const lines = text.split('\n');
  if (lines.length === 1) return false;
  const isGrid = lines.length > 2 && lines.slice(1, -1).every(({ length }) => length === lines[0]?.length);
  return isGrid || /\S {2,}\S|^ /m.test(text);
}

/** Explains why the points of a drill need two rounds. */
function explainRounds(solved: number): string {
  if (solved > 0) return 'Your last answer was correct. Answer this one correctly too, to earn the points.';
  return 'The answer is easy to guess. To earn the points, give two correct answers in a row. Each try has new values.';
}

interface DrillFeedbackProps {
  end: RoundEnd | undefined;
  verdict: (Pick<DrillVerdict, 'correct' | 'points' | 'reason'> & Partial<DrillVerdict>) | undefined;
  error: Error | null;
  roundsNeeded: number;
  isSolved: boolean;
}

/** Feedback on the last answer, in one line. */
function DrillFeedback({ end, verdict, error, roundsNeeded, isSolved }: DrillFeedbackProps) {
  if (end?.kind === 'shown') return <p>No points for this one now. Start the next round to earn points.</p>;
  if (error) return <p className={css.wrong}>{messageOf(error)}</p>;
  if (!verdict) return null;
  const { correct, points, reason, rounds_solved = 0 } = verdict;
  if (correct) {
    const isMissing = rounds_solved < roundsNeeded && !isSolved;
    const gain = points > 0 ? `You earned ${plural(points, 'point')}.` : isMissing && 'One more earns the points.';
    return (
      <p className={css.right}>
        <Icon name="tick" size={18} />
        {['Correct.', gain].filter(Boolean).join(' ')}
      </p>
    );
  }
  return (
    <p className={css.wrong}>
      <Icon name="close" size={18} />
      {['Not correct.', reason, nextStep(roundsNeeded, end !== undefined)].filter(Boolean).join(' ')}
    </p>
  );
}

/** Says which values the next try has. */
function nextStep(roundsNeeded: number, isEnded: boolean): string {
  if (roundsNeeded > 1) return isEnded ? 'The next round has new values.' : 'Try again with new values.';
  return isEnded
    ? 'After three wrong answers, the next round has new values.'
    : 'Your values stay the same, so try again.';
}

function Solution({ answer, steps }: DrillSolution) {
  return (
    <div className={`${prose.prose} ${css.solution}`}>
      <h4>Solution</h4>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            {step.split('`').map((part, i) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
              i % 2 ? <code key={i}>{part}</code> : part,
            )}
          </li>
        ))}
      </ol>
      <p>
        Answer: <code>{answer}</code>
      </p>
    </div>
  );
}
