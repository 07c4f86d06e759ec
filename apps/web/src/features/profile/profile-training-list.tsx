import type { Profile } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { day } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import css from './profile-page.module.css';

type Training = NonNullable<Profile['trainings']>[number];

/** The learner's courses. The edge of each hexagon shows the progress. */
export function ProfileTrainingList({ trainings }: { trainings: Training[] }) {
  return (
    <ul className={css.tiles}>
      {trainings.map((training) => (
        <Tile key={training.slug} training={training} />
      ))}
    </ul>
  );
}

function Tile({ training: { slug, name, continent, icon, completed, total, last_at } }: { training: Training }) {
  const isCompleted = completed === total;
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={icon} continent={continent} share={completed / total} />
      <div className={css.text}>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
        </h3>
        <p className={css.facts}>{isCompleted ? `Completed ${day(last_at)}` : `${completed} of ${total} lessons`}</p>
      </div>
    </Card>
  );
}
