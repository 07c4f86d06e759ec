import type { ReactNode, RefObject } from 'react';
import { FlagField } from '#features/flags/flag-box.public.tsx';
import { plural, when } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import type { useLabFlags } from '../solve/use-lab-flags.ts';
import { FlagHints } from './flag-hints.tsx';
import css from './lab-ladder.module.css';
import { type FlagStep, pointsOf } from './ladder.ts';
import type { useHints } from './use-hints.ts';

interface Props {
  /** Undefined once all are found and none of them was chosen to be looked at again. */
  step: FlagStep | undefined;
  steps: readonly FlagStep[];
  hints: ReturnType<typeof useHints>;
  submission: ReturnType<typeof useLabFlags>['submission'];
  isSolved: boolean;
  afterwards: ReactNode;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The card of the ladder: what is to be done for a flag, the field, and the hints. */
export function CurrentStep({ step, steps, hints, submission, isSolved, afterwards, heading }: Props) {
  const isFound = step?.state === 'found';
  const missing = steps.filter(({ state }) => state !== 'found').length;
  return (
    <li className={css.step} data-state={isFound || !step ? 'found' : 'open'} aria-current="step">
      <HexStep state={isFound || !step ? 'done' : step.state === 'locked' ? 'locked' : 'current'} size={24} />
      <Card size="sm" tone={isSolved ? 'plain' : 'beacon'} className={css.card}>
        {step && (
          <div className={css.top}>
            <h3 ref={heading} tabIndex={-1} className={css.title}>
              {step.flag.name}
            </h3>
            <span className={css.facts}>{stepFacts(step)}</span>
          </div>
        )}
        {step?.flag.task_html && <Html html={step.flag.task_html} className={`${prose.prose} ${css.task}`} />}
        <FlagField
          {...submission}
          solved={isSolved && (steps.length === 1 ? 'Solved' : `All ${steps.length} flags are found`)}
          afterwards={isSolved && afterwards}
        />
        {missing > 1 && <p className={css.any}>Any flag of this lab fits in here, in whatever order you find them.</p>}
        {step && <FlagHints key={step.flag.id} step={step} state={hints} heading="h4" />}
      </Card>
    </li>
  );
}

function stepFacts({ flag, found, worth, after, state }: FlagStep): string {
  if (found) return `found ${when(found.solved_at)} · ${pointsOf(found.points, flag.points)}`;
  if (state === 'locked') return `opens with flag ${after} · ${plural(flag.points, 'point')}`;
  return pointsOf(worth, flag.points);
}
