import type { DrillSolution } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
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
import { trainingQuery } from '../../queries.public.ts';
import css from './drill-module.module.css';
import { type Drill, type End, useDrill } from './use-drill.ts';

interface Props {
  /** Slugs. */
  lesson: string;
  training: string;
  drill: Drill;
}

/** An exercise with numbers of the learner's own. Once it is solved, or shown, there is another one. */
export default function DrillModule({ lesson, training: slug, drill }: Props) {
  const { data: training } = useSuspenseQuery(trainingQuery(slug));
  const isSolved = useFoundFlags(training).has(`${lesson}/${drill.id}`);
  const isMember = useSession() !== null;
  const state = useDrill({ lesson, training: slug, drill });
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const goOn = async () => {
    await state.next();
    form.current?.querySelector('input')?.focus();
  };
  return (
    <Card className={css.drill}>
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
      <GivenList given={state.own ?? drill.sample} isWaiting={isMember && !state.own && !state.failed} />
      {!isMember && (
        <p className={css.note}>An example. With an account you get numbers of your own, as often as you like.</p>
      )}
      {state.failed && !state.own && <p className={css.wrong}>{messageOf(state.failed)}</p>}
      <form
        ref={form}
        aria-labelledby={id}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <TextField
          label="Your answer"
          hint={`As ${drill.form}`}
          mono
          value={state.text}
          readOnly={state.end !== undefined}
          onChange={(event) => state.change(event.target.value)}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={css.foot}>
          {state.end ? (
            <Button onClick={goOn}>Another one</Button>
          ) : (
            <>
              <Button type="submit" busy={state.busy}>
                Check
              </Button>
              <Button variant="quiet" busy={state.showing} onClick={state.show}>
                Show how it is done
              </Button>
            </>
          )}
          {/* Always in the page, so that screen readers notice when it fills. */}
          <div role="status">
            <Told {...state} />
          </div>
        </div>
        {state.needsAccount && !isMember && <SignInPrompt>Drills are checked for those with an account.</SignInPrompt>}
      </form>
      {state.end && <Solution {...state.end.solution} />}
    </Card>
  );
}

function GivenList({ given, isWaiting }: { given: Drill['sample']; isWaiting: boolean }) {
  return (
    <dl className={css.given} aria-busy={isWaiting || undefined}>
      {given.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
            <pre tabIndex={0} data-columns={hasColumns(text) ? '' : undefined}>
              <code>{text}</code>
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether lines stand below each other in columns, as in a dump or a listing: these must not be broken. */
function hasColumns(text: string): boolean {
  const lines = text.split('\n');
  if (lines.length === 1) return false;
  const isGrid = lines.length > 2 && lines.slice(1, -1).every(({ length }) => length === lines[0]?.length);
  return isGrid || /\S {2,}\S|^ /m.test(text);
}

interface ToldProps {
  end: End | undefined;
  isWrong: boolean;
  error: Error | null;
}

/** What the last answer brought, in one line. */
function Told({ end, isWrong, error }: ToldProps) {
  if (end?.kind === 'right') {
    const { points } = end.verdict;
    return (
      <p className={css.right}>
        <Icon name="tick" size={18} />
        {points > 0 ? `Right. ${plural(points, 'point')} for you.` : 'Right.'}
      </p>
    );
  }
  if (end) return <p>This one gives no points any more. The next one does.</p>;
  if (error) return <p className={css.wrong}>{messageOf(error)}</p>;
  if (!isWrong) return null;
  return (
    <p className={css.wrong}>
      <Icon name="close" size={18} />
      Not that. Your numbers stay the same, so try again.
    </p>
  );
}

function Solution({ answer, steps }: DrillSolution) {
  return (
    <div className={`${prose.prose} ${css.solution}`}>
      <h4>How it is done</h4>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            {step.split('`').map((part, i) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay where they are
              i % 2 ? <code key={i}>{part}</code> : part,
            )}
          </li>
        ))}
      </ol>
      <p>
        The answer: <code>{answer}</code>
      </p>
    </div>
  );
}
