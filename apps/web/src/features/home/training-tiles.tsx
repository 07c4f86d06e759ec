import type { TrainingCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#features/learn/training-hex.tsx';
import { useHue } from '#features/learn/use-hue.ts';
import { duration, plural } from '#lib/words.ts';
import { Card } from '#ui/card.tsx';
import css from './home-page.module.css';

export function TrainingTiles({ title, trainings }: { title: string; trainings: readonly TrainingCard[] }) {
  if (trainings.length === 0) return null;
  return (
    <section aria-labelledby="next-trainings">
      <h2 id="next-trainings" className={css.heading}>
        {title}
      </h2>
      <ul className={css.tiles}>
        {trainings.map((training) => (
          <Tile key={training.slug} training={training} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ training }: { training: TrainingCard }) {
  const hue = useHue(training.continent);
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={training.icon} hue={hue} />
      <div>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: training.slug }}>
            {training.name}
          </Link>
        </h3>
        <p className={css.text}>{training.summary}</p>
        <p className={css.facts}>
          {plural(training.subchapters, 'lesson')} · {duration(training.minutes)}
        </p>
      </div>
    </Card>
  );
}
