import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { clock, clockWords } from '#lib/clock.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { useFeatures } from '#shell/features.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabHex } from '../lab-hex.public.tsx';
import { solvedWords } from '../solved.public.ts';
import css from './labs-page.module.css';

interface Props {
  lab: LabCard;
  /** Flags found so far. */
  found: number;
  /** When the learner's own instance ends, if one runs. */
  endsAt: string | null | undefined;
}

export function LabRow({ lab, found, endsAt }: Props) {
  const { free_tier } = useFeatures();
  const solved = lab.flags > 0 && found >= lab.flags;
  return (
    <Card as="li" link className={css.card}>
      <div className={css.hex}>
        <LabHex solved={solved} share={lab.flags > 0 ? found / lab.flags : 0} />
        {endsAt && <TimeLeft until={endsAt} />}
      </div>
      <div className={css.words}>
        <h2 className={css.name}>
          <Link to="/lab/$slug" params={{ slug: lab.slug }}>
            {lab.name}
          </Link>
        </h2>
        <p className={css.summary}>{lab.summary}</p>
        <p className={css.facts}>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{duration(lab.minutes)}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvedWords(lab, solved)}</span>
        </p>
      </div>
      <p className={css.state}>
        {lab.tier > 0 && <Chip icon={lab.tier > free_tier ? 'lock' : undefined}>{tierName(lab.tier)}</Chip>}
        {solved && (
          <Chip tone="phosphor" icon="tick">
            Solved
          </Chip>
        )}
        {!solved && found > 0 && <Chip tone="beacon">{`${found} of ${plural(lab.flags, 'flag')}`}</Chip>}
      </p>
    </Card>
  );
}

/** Below the hex, where there is room for it: nothing moves when it comes. */
function TimeLeft({ until }: { until: string }) {
  const left = useSecondsLeft(Date.parse(until));
  return (
    <p className={css.left}>
      <span aria-hidden="true">{clock(left)}</span>
      <VisuallyHidden>Running, {clockWords(left)} left</VisuallyHidden>
    </p>
  );
}
