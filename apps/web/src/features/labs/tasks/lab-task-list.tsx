import type { Lab } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FlagBox } from '#entities/flag/flag-box.tsx';
import { labFlagsQuery } from '#entities/lab/lab-queries.ts';
import { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { Html } from '#ui/html.tsx';
import { LoadError } from '#ui/load-error.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { CurrentTask } from './current-task.tsx';
import { FlagHints } from './flag-hints.tsx';
import css from './lab-task-list.module.css';
import { FlagTaskItem, RepairTaskItem } from './task-items.tsx';
import { buildTasks, currentTaskOf } from './task-state.ts';
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

/**
 * List of a lab's tasks: its flags with their hints, and the repair. Only the current task is a card. The field in it
 * accepts any flag of the lab; the server tells which flag it was.
 */
export function LabTaskList({ lab, onRepair, isRepairing = false, nextSteps }: Props) {
  const list = useQuery(labFlagsQuery(lab.slug));
  const { found, repaired, isSolved, submission } = useLabFlags(lab);
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
        {lab.repair && <RepairTaskItem repair={lab.repair} done={repaired} isOpen={isRepairing} onRepair={onRepair} />}
      </ol>
    </section>
  );
}
