import type { ReactNode, RefObject } from 'react';
import { FlagField } from '#entities/flag/flag-box.tsx';
import type { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { plural, when } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { FlagHints } from './flag-hints.tsx';
import css from './lab-task-list.module.css';
import { type FlagTask, pointsText } from './task-state.ts';
import type { useLabHints } from './use-lab-hints.ts';

interface Props {
  /** Task to show; undefined if all flags are found and the learner has not selected one. */
  task: FlagTask | undefined;
  tasks: readonly FlagTask[];
  hints: ReturnType<typeof useLabHints>;
  submission: ReturnType<typeof useLabFlags>['submission'];
  isSolved: boolean;
  nextSteps: ReactNode;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Card of the current task: the task text, the flag field and the hints. */
export function CurrentTask({ task, tasks, hints, submission, isSolved, nextSteps, heading }: Props) {
  const isFound = task?.state === 'found';
  const missing = tasks.filter(({ state }) => state !== 'found').length;
  return (
    <li className={css.step} data-state={isFound || !task ? 'found' : 'open'} aria-current="step">
      <HexStep state={isFound || !task ? 'done' : task.state === 'locked' ? 'locked' : 'current'} size={24} />
      <Card size="sm" tone={isSolved ? 'plain' : 'beacon'} className={css.card}>
        {task && (
          <div className={css.top}>
            <h3 ref={heading} tabIndex={-1} className={css.title}>
              {task.flag.name}
            </h3>
            <span className={css.facts}>{taskFacts(task)}</span>
          </div>
        )}
        {task?.flag.task_html && <Html html={task.flag.task_html} className={`${prose.prose} ${css.task}`} />}
        <FlagField
          {...submission}
          solved={isSolved && (tasks.length === 1 ? 'Solved' : `All ${tasks.length} flags found`)}
          nextSteps={isSolved && nextSteps}
        />
        {missing > 1 && <p className={css.note}>You can submit any flag of this lab here, in any order.</p>}
        {task && <FlagHints key={task.flag.id} task={task} state={hints} heading="h4" />}
      </Card>
    </li>
  );
}

function taskFacts({ flag, found, worth, after, state }: FlagTask): string {
  if (found) return `Found ${when(found.solved_at)} · ${pointsText(found.points, flag.points)}`;
  if (state === 'locked') return `Unlocks after flag ${after} · ${plural(flag.points, 'point')}`;
  return pointsText(worth, flag.points);
}
