import type { Lab } from '@hexpedition/contract';
import { flagPointsAfterHints } from '@hexpedition/contract/flag-points';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { FlagBox, FlagField } from '#entities/flag/flag-box.tsx';
import { labFlagsQuery } from '#entities/lab/lab-queries.ts';
import { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { plural, when } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { HexStep } from '#ui/hex-step.tsx';
import { Html } from '#ui/html.tsx';
import { LoadError } from '#ui/load-error.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { FlagHints } from './flag-hints.tsx';
import css from './lab-task-list.module.css';
import { buildTasks, currentTaskOf, type FlagTask, pointsText, type Solve } from './task-state.ts';
import { useLabHints } from './use-lab-hints.ts';

interface Props {
  lab: Lab;
  /** Opens the repair. */
  onRepair: () => void;
  /** Whether the repair is open. */
  isRepairing?: boolean;
  /** Buttons and links for the next task after the last flag. */
  nextSteps?: ReactNode;
}

/** Task that is not the current one, in one line. A click makes it the current task unless it is locked. */
function FlagTaskItem({ task, onSelect }: { task: FlagTask; onSelect: () => void }) {
  const { flag, state, found, after, worth } = task;
  return (
    <li className={css.step} data-state={state}>
      <HexStep state={state === 'found' ? 'done' : state} size={24} />
      <div className={css.line}>
        {state === 'locked' ? (
          <span className={css.name}>{flag.name}</span>
        ) : (
          <button type="button" className={css.name} onClick={onSelect}>
            {flag.name}
          </button>
        )}
        <span className={css.facts}>
          {found
            ? `Found ${when(found.solved_at)} · ${pointsText(found.points, flag.points)}`
            : `${state === 'locked' && after !== undefined ? `Unlocks after flag ${after} · ` : ''}${pointsText(worth, flag.points)}`}
        </span>
      </div>
    </li>
  );
}

interface RepairProps {
  repair: NonNullable<Lab['repair']>;
  done: Solve | undefined;
  /** Points that the repair gives, less those that were paid for its source. */
  worth: number;
  isOpen: boolean;
  onRepair: () => void;
}

/** Last task: the repair, which scores separately from the flags. */
function RepairTaskItem({ repair, done, worth, isOpen, onRepair }: RepairProps) {
  return (
    <li className={css.step} data-state={done ? 'found' : 'open'}>
      <RepairStateIcon done={done !== undefined} />
      <div className={css.line}>
        <button type="button" className={css.name} aria-pressed={isOpen} onClick={onRepair}>
          {repair.name}
        </button>
        <span className={css.facts}>
          {done
            ? `Repaired ${when(done.solved_at)} · ${pointsText(done.points, repair.points)}`
            : `Repair · ${pointsText(worth, repair.points)}`}
        </span>
      </div>
    </li>
  );
}

/** State of the repair as a hexagon with a shield. */
const RepairStateIcon = ({ done }: { done: boolean }) => (
  <svg
    className={cx(css.repair, done && css.repaired)}
    viewBox="0 0 32 32"
    width="24"
    height="24"
    role="img"
    aria-label={done ? 'done' : 'not done'}
  >
    <path className={css.edge} d={hexPath} />
    <path className={css.shield} d="M16 8.5 22 10.7v5c0 3.6-2.4 6-6 7.4-3.6-1.4-6-3.8-6-7.4v-5Z" />
    {done && <path className={css.shield} d="M13.2 15.8l2.1 2.2 3.7-4.3" />}
  </svg>
);

/**
 * List of a lab's tasks: its flags with their hints, and the repair. Only the current task is a card. The field in it
 * accepts any flag of the lab; the server tells which flag it was.
 */
export function LabTaskList({ lab, onRepair, isRepairing = false, nextSteps }: Props) {
  const list = useQuery(labFlagsQuery(lab.slug));
  const { found, repaired, sourcePrice, isSolved, submission } = useLabFlags(lab);
  const hints = useLabHints(lab);
  const [selected, setSelected] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the card that the selected task became.
  useEffect(() => {
    if (selected !== null) heading.current?.focus({ preventScroll: true });
  }, [selected]);

  if (list.isError) return <LoadError what="The flags" {...list} />;
  if (!list.data) return <Skeleton lines={4} />;
  const tasks = buildTasks(list.data.flags, lab.hints, found, new Set(hints.texts.keys()));
  const [only] = tasks;
  if (only && tasks.length === 1 && !lab.repair) {
    return (
      <FlagBox
        {...submission}
        heading="h2"
        title="Submit the flag"
        points={only.worth}
        solved={isSolved}
        nextSteps={isSolved && nextSteps}
        help={<FlagHints task={only} state={hints} heading="h3" />}
      >
        {only.flag.task_html && <Html html={only.flag.task_html} className={prose.prose} />}
      </FlagBox>
    );
  }
  const current = currentTaskOf(tasks, selected);
  const at = current ? tasks.indexOf(current) : tasks.length;
  return (
    <section className={css.tasks} aria-labelledby="flags">
      <div className={css.head}>
        <h2 id="flags">Flags</h2>
        <p className={css.count}>
          <strong>
            {found.size} of {lab.flags}
          </strong>{' '}
          found
        </p>
        <p className={css.bars} aria-hidden="true">
          {tasks.map((task) => (
            <span key={task.flag.id} data-state={task === current && task.state !== 'found' ? 'current' : task.state} />
          ))}
        </p>
      </div>
      <ol aria-label="Tasks">
        {tasks.slice(0, at).map((task) => (
          <FlagTaskItem key={task.flag.id} task={task} onSelect={() => setSelected(task.flag.id)} />
        ))}
        {/* The same key for all tasks keeps the field element, its focus and its messages. */}
        <CurrentTask
          key="current"
          task={current}
          tasks={tasks}
          hints={hints}
          submission={{
            ...submission,
            onFound: () => {
              setSelected(null);
              submission.onFound();
            },
          }}
          isSolved={isSolved}
          nextSteps={nextSteps}
          heading={heading}
        />
        {tasks.slice(at + 1).map((task) => (
          <FlagTaskItem key={task.flag.id} task={task} onSelect={() => setSelected(task.flag.id)} />
        ))}
        {lab.repair && (
          <RepairTaskItem
            repair={lab.repair}
            done={repaired}
            worth={flagPointsAfterHints(lab.repair.points, [sourcePrice])}
            isOpen={isRepairing}
            onRepair={onRepair}
          />
        )}
      </ol>
    </section>
  );
}

interface CurrentTaskProps {
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
function CurrentTask({ task, tasks, hints, submission, isSolved, nextSteps, heading }: CurrentTaskProps) {
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
