import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { Card } from '#ui/card.tsx';
import css from './next-trainings.module.css';

interface Props {
  next: Training['recommended_next'];
  /** Whether the learner has completed this training. Highlights the next one. */
  isDone?: boolean;
}

export function NextTrainings({ next, isDone = false }: Props) {
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="next">
      <h2 id="next" className={css.heading}>
        {isDone ? 'Continue with' : 'What’s next'}
      </h2>
      <ul className={css.list}>
        {next.map(({ slug, name, summary }, index) => (
          <Card
            as="li"
            key={slug}
            link
            size="sm"
            tone={isDone && index === 0 ? 'beacon' : 'plain'}
            className={css.card}
          >
            <h3 className={css.name}>
              <Link to="/courses/$training" params={{ training: slug }}>
                {name}
              </Link>
            </h3>
            <p className={css.summary}>{summary}</p>
          </Card>
        ))}
      </ul>
    </section>
  );
}
