import type { TrainingCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { TrainingHex } from './training-hex.tsx';
import css from './training-tile.module.css';

interface Props {
  trainings: readonly TrainingCard[];
  /** Returns the number of completed lessons of a training. Omit to show no progress. */
  done?: (slug: string) => number;
}

/** Tiles of trainings with summary, duration, progress, and the required tier if it is not included. */
export const TrainingTiles = ({ trainings, done = () => 0 }: Props) => (
  <ul className={css.tiles}>
    {trainings.map((training) => (
      <Tile key={training.slug} training={training} done={done(training.slug)} />
    ))}
  </ul>
);

function Tile({ training, done }: { training: TrainingCard; done: number }) {
  const { slug, name, icon, continent, summary, subchapters, minutes, tier } = training;
  const hasAccess = useReachesTier(tier);
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={icon} continent={continent} share={subchapters > 0 ? Math.min(1, done / subchapters) : 0} />
      <div>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
        </h3>
        <p className={css.text}>{summary}</p>
        <p className={css.facts}>
          {done > 0 && `${done} of `}
          {plural(subchapters, 'lesson')} · {duration(minutes)}
        </p>
        {!hasAccess && (
          <p className={css.locked}>
            <Icon name="lock" size={14} />
            Requires the {tierName(tier)} tier
          </p>
        )}
      </div>
    </Card>
  );
}
