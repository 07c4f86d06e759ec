import { plural } from '#lib/words.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './streak-card.module.css';

/** Notes that come back today. Nothing where none do. */
export function ReviewsCard({ due }: { due: number }) {
  if (due === 0) return null;
  return (
    <Card as="section" size="sm" className={css.card} aria-labelledby="reviews">
      <Label tone="beacon">Reviews</Label>
      <h2 id="reviews" className={css.days}>
        {plural(due, 'note is', 'notes are')} due
      </h2>
      <p className={css.text}>What you wrote comes back before you would forget it.</p>
      <p>
        <LinkButton size="sm" to="/reviews">
          Review {due === 1 ? 'it' : 'them'}
        </LinkButton>
      </p>
    </Card>
  );
}
