import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { solvesText } from '#entities/lab/solve-counts.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { countdown, countdownLabel } from '#lib/countdown-text.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabFeatures } from '../lab-features.tsx';
import { topics } from '../lab-topics.ts';
import { ratingText } from '../rating-labels.ts';
import css from './lab-row.module.css';

interface Props {
  lab: LabCard;
  /** Number of flags found so far. */
  found: number;
  /** Whether the lab was added within the last thirty days and is not begun. */
  isNew: boolean;
  /** When the learner's instance ends; null while it starts, undefined without an instance. */
  endsAt: string | null | undefined;
}

/** Row of a lab in the list: topic, difficulty, duration and features. */
export function LabRow({ lab, found, isNew, endsAt }: Props) {
  const { free_tier } = useFeatures();
  const solved = lab.flags > 0 && found >= lab.flags;
  const rating = ratingText(lab.rating);
  return (
    <li
      className={css.row}
      data-hue={topics[lab.topic].hue}
      data-state={solved ? 'solved' : endsAt !== undefined ? 'running' : undefined}
    >
      <div className={css.hex}>
        <LabHex solved={solved} share={lab.flags > 0 ? found / lab.flags : 0} />
      </div>
      <div className={css.text}>
        <p className={css.head}>
          <span className={css.topic}>{topics[lab.topic].name}</span>
          {isNew && <span className={css.new}>New</span>}
          {lab.tier > 0 && (
            <span className={css.tier}>
              {lab.tier > free_tier && <Icon name="lock" size={12} />}
              {tierName(lab.tier)}
            </span>
          )}
          <LabProgress found={found} flags={lab.flags} solved={solved} endsAt={endsAt} />
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
          <span>{solvesText(lab, solved)}</span>
          {rating && <span>{rating}</span>}
        </p>
      </div>
      <div className={css.features}>
        <LabFeatures shell={lab.workspace} repair={lab.repair} tags={lab.tags} tools={lab.tools} />
      </div>
    </li>
  );
}

interface LabProgressProps extends Pick<Props, 'found' | 'endsAt'> {
  flags: number;
  solved: boolean;
}

/** The learner's progress, at the end of the line above the name, so that it causes no layout shift when it loads. */
function LabProgress({ found, flags, solved, endsAt }: LabProgressProps) {
  return (
    <span className={css.status}>
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
      <span aria-hidden="true">{countdown(left)}</span>
      <VisuallyHidden>Running, {countdownLabel(left)} left</VisuallyHidden>
    </span>
  );
}
