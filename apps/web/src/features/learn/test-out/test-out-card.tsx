import type { Training } from '@hexpedition/contract';
import { Card } from '#ui/card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './test-out.module.css';

/** Offers the test that replaces the lessons to learners who know the subject. */
export function TestOutCard({ training }: { training: Pick<Training, 'slug' | 'name'> }) {
  return (
    <Card as="section" size="sm" className={css.card} aria-labelledby="test-out">
      <h3 id="test-out" className={css.name}>
        Already know this?
      </h3>
      <p className={css.text}>Pass the test to mark every lesson as complete. It gives no points.</p>
      <LinkButton size="sm" to="/courses/$training/test-out" params={{ training: training.slug }}>
        Take the test
      </LinkButton>
    </Card>
  );
}
