import type { TrainingCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { duration, plural, tierName } from '#lib/format.ts';
import { useReachesTier } from '#shell/tier-access.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { TrainingHex } from './training-hex.public.tsx';
import css from './training-tile.module.css';

interface Props {
  trainings: readonly TrainingCard[];
  /** How many lessons of a training the learner has finished; nobody's progress is shown without it. */
  done?: (slug: string) => number;
}

/** Trainings on offer: what each is, how long it takes, how far the learner is, and whether their tier reaches it. */
export const TrainingTiles = ({ trainings, done = () => 0 }: Props) => (
  <ul className={css.tiles}>
    {trainings.map((training) => (
      <Tile key={training.slug} training={training} done={done(training.slug)} />
    ))}
  </ul>
);

function Tile({ training, done }: { training: TrainingCard; done: number }) {
  const { slug, name, icon, continent, summary, subchapters, minutes, tier } = training;
  const isReached = useReachesTier(tier);
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
        {!isReached && (
          <p className={css.locked}>
            <Icon name="lock" size={14} />
            Requires the {tierName(tier)} tier
          </p>
        )}
      </div>
    </Card>
  );
}
