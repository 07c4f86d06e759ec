import type { SuggestedTraining } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import tile from '#entities/training/training-tile.module.css';
import { duration, plural, tierName } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './home-page.module.css';

/** The trainings to start next, with the reason for each. */
export function SuggestedTrainings({ next }: { next: readonly SuggestedTraining[] }) {
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="suggested-trainings">
      <h2 id="suggested-trainings" className={css.heading}>
        Next on the map
      </h2>
      <ul className={tile.tiles}>
        {next.map((training) => (
          <Tile key={training.slug} training={training} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ training }: { training: SuggestedTraining }) {
  return (
    <Card as="li" link size="sm" className={tile.tile}>
      <TrainingHex icon={training.icon} continent={training.continent} />
      <div>
        <h3 className={tile.name}>
          <Link to="/courses/$training" params={{ training: training.slug }}>
            {training.name}
          </Link>
        </h3>
        <p className={css.reason}>{reasonText(training)}</p>
        <p className={tile.text}>{training.summary}</p>
        <p className={tile.facts}>
          {plural(training.subchapters, 'lesson')} · {duration(training.minutes)}
        </p>
        {training.locked && (
          <p className={tile.locked}>
            <Icon name="lock" size={14} />
            {training.locked === 'tier'
              ? `Requires the ${tierName(training.tier)} tier`
              : 'Requires other courses first'}
          </p>
        )}
      </div>
    </Card>
  );
}

function reasonText({ reason, after }: SuggestedTraining): string {
  if (reason === 'start' || !after) return 'A good course to start with';
  return reason === 'follows' ? `Follows ${after.name}` : `On the path from ${after.name}`;
}
