import type { Lab } from '@hexpedition/contract';
import { plural, when } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { HexStep } from '#ui/hex-step.tsx';
import css from './lab-ladder.module.css';
import { type FlagStep, type Found, pointsOf } from './ladder.ts';

/** A step that is not the current one, in one line. Pressed, it becomes the card; one that is locked waits. */
export function FlagRung({ step, onChoose }: { step: FlagStep; onChoose: () => void }) {
  const { flag, state, found, after, worth } = step;
  return (
    <li className={css.step} data-state={state}>
      <HexStep state={state === 'found' ? 'done' : state} size={24} />
      <div className={css.line}>
        {state === 'locked' ? (
          <span className={css.name}>{flag.name}</span>
        ) : (
          <button type="button" className={css.name} onClick={onChoose}>
            {flag.name}
          </button>
        )}
        <span className={css.facts}>
          {found
            ? `found ${when(found.solved_at)} · ${pointsOf(found.points, flag.points)}`
            : `${state === 'locked' && after !== undefined ? `opens with flag ${after} · ` : ''}${pointsOf(worth, flag.points)}`}
        </span>
      </div>
    </li>
  );
}

interface RepairProps {
  repair: NonNullable<Lab['repair']>;
  done: Found | undefined;
  isOpen: boolean;
  onRepair: () => void;
}

/** The last rung: it scores apart from the flags, and is made elsewhere. */
export function RepairRung({ repair, done, isOpen, onRepair }: RepairProps) {
  return (
    <li className={css.step} data-state={done ? 'found' : 'open'}>
      <RepairHex done={done !== undefined} />
      <div className={css.line}>
        <button type="button" className={css.name} aria-pressed={isOpen} onClick={onRepair}>
          {repair.name}
        </button>
        <span className={css.facts}>
          {done
            ? `repaired ${when(done.solved_at)} · ${plural(done.points, 'point')}`
            : `repair · ${plural(repair.points, 'point')}`}
        </span>
      </div>
    </li>
  );
}

/** A hexagon with a shield: the hole is closed, or is to be. */
const RepairHex = ({ done }: { done: boolean }) => (
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
