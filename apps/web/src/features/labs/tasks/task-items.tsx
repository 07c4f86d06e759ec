import type { Lab } from '@hexpedition/contract';
import { plural, when } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { HexStep } from '#ui/hex-step.tsx';
import css from './lab-task-list.module.css';
import { type FlagTask, pointsText, type Solve } from './task-state.ts';

/** Task that is not the current one, in one line. A click makes it the current task unless it is locked. */
export function FlagTaskItem({ task, onSelect }: { task: FlagTask; onSelect: () => void }) {
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
  isOpen: boolean;
  onRepair: () => void;
}

/** Last task: the repair, which scores separately from the flags. */
export function RepairTaskItem({ repair, done, isOpen, onRepair }: RepairProps) {
  return (
    <li className={css.step} data-state={done ? 'found' : 'open'}>
      <RepairStateIcon done={done !== undefined} />
      <div className={css.line}>
        <button type="button" className={css.name} aria-pressed={isOpen} onClick={onRepair}>
          {repair.name}
        </button>
        <span className={css.facts}>
          {done
            ? `Repaired ${when(done.solved_at)} · ${plural(done.points, 'point')}`
            : `Repair · ${plural(repair.points, 'point')}`}
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
