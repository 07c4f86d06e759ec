import type { Training } from '@hexpedition/contract';
import { Card } from '#ui/card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './test-out.module.css';

/** For those who know it already: the test that stands in for the lessons. */
export function TestOutCard({ training }: { training: Pick<Training, 'slug' | 'name'> }) {
  return (
    <Card as="section" size="sm" className={css.card} aria-labelledby="test-out">
      <h3 id="test-out" className={css.name}>
        Do you know this already?
      </h3>
      <p className={css.text}>Pass the test and every lesson counts as done. It brings no points.</p>
      <LinkButton size="sm" to="/courses/$training/test-out" params={{ training: training.slug }}>
        Take the test
      </LinkButton>
    </Card>
  );
}
