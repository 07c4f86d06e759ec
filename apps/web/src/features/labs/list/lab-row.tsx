import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { clock, clockWords } from '#lib/clock.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { useFeatures } from '#shell/features.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabHex } from '../lab-hex.public.tsx';
import { LabKit } from '../lab-kit.tsx';
import { ratingWords } from '../rating-words.ts';
import { solvedWords } from '../solved.public.ts';
import { topics } from '../topics.ts';
import css from './lab-row.module.css';

interface Props {
  lab: LabCard;
  /** Flags found so far. */
  found: number;
  /** Added within the last thirty days, and not begun. */
  isNew: boolean;
  /** The learner's own instance: when it ends, or null while it starts; undefined without one. */
  endsAt: string | null | undefined;
}

/** A station of the line: what the lab is about, how hard and how long it is, what it comes with. */
export function LabRow({ lab, found, isNew, endsAt }: Props) {
  const { free_tier } = useFeatures();
  const solved = lab.flags > 0 && found >= lab.flags;
  const rating = ratingWords(lab.rating);
  return (
    <li
      className={css.row}
      data-hue={topics[lab.topic].hue}
      data-state={solved ? 'solved' : endsAt !== undefined ? 'running' : undefined}
    >
      <div className={css.hex}>
        <LabHex solved={solved} share={lab.flags > 0 ? found / lab.flags : 0} />
      </div>
      <div className={css.words}>
        <p className={css.head}>
          <span className={css.topic}>{topics[lab.topic].name}</span>
          {isNew && <span className={css.new}>New</span>}
          {lab.tier > 0 && (
            <span className={css.tier}>
              {lab.tier > free_tier && <Icon name="lock" size={12} />}
              {tierName(lab.tier)}
            </span>
          )}
          <Standing found={found} flags={lab.flags} solved={solved} endsAt={endsAt} />
        </p>
        <h2 className={css.name}>
          <Link to="/lab/$slug" params={{ slug: lab.slug }}>
            {lab.name}
          </Link>
        </h2>
        <p className={css.summary}>{lab.summary}</p>
        <p className={css.facts}>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{duration(lab.minutes)}</span>
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvedWords(lab, solved)}</span>
          {rating && <span>{rating}</span>}
        </p>
      </div>
      <div className={css.kit}>
        <LabKit shell={lab.workspace} repair={lab.repair} tools={lab.tools} />
      </div>
    </li>
  );
}

interface StandingProps extends Pick<Props, 'found' | 'endsAt'> {
  flags: number;
  solved: boolean;
}

/** Where the learner is, at the end of the line above the name: nothing moves when it comes. */
function Standing({ found, flags, solved, endsAt }: StandingProps) {
  return (
    <span className={css.standing}>
      {endsAt !== undefined && <TimeLeft until={endsAt} />}
      {solved ? (
        <span className={css.solved}>
          <Icon name="tick" size={14} />
          Solved
        </span>
      ) : (
        found > 0 && <span className={css.found}>{`${found} of ${plural(flags, 'flag')} found`}</span>
      )}
    </span>
  );
}

function TimeLeft({ until }: { until: string | null }) {
  const left = useSecondsLeft(until === null ? null : Date.parse(until));
  if (until === null) return <span className={css.clock}>Starting</span>;
  return (
    <span className={css.clock}>
      <span aria-hidden="true">{clock(left)}</span>
      <VisuallyHidden>Running, {clockWords(left)} left</VisuallyHidden>
    </span>
  );
}
