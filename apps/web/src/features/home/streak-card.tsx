import type { Streak } from '@hexpedition/contract';
import { day, plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './streak-card.module.css';

/** Days in a row, told without a threat: what a freeze has filled, and how many freezes are left. */
export function StreakCard({ streak }: { streak: Streak }) {
  const { days, today, best, freezes_left } = streak;
  return (
    <Card as="section" size="sm" className={css.card} aria-labelledby="streak">
      <Label tone={today ? 'phosphor' : 'quiet'}>Streak</Label>
      <h2 id="streak" className={css.days}>
        {days > 0 ? `${plural(days, 'day')} in a row` : 'A new streak begins any day'}
      </h2>
      <p className={css.text}>{standing(streak)}</p>
      <p className={css.facts}>
        {freezes_left > 0 && `${plural(freezes_left, 'freeze')} in store · `}
        {best > 0 ? `Best: ${plural(best, 'day')}` : 'A lesson, a flag or a review makes a day.'}
      </p>
    </Card>
  );
}

function standing({ days, today, freezes_left, frozen }: Streak): string {
  const last = frozen.at(-1);
  const filled = last ? `A freeze filled ${day(last)} for you. ` : '';
  if (today) return `${filled}Today counts already.`;
  if (days === 0) return 'One lesson, one flag or one review is enough for a day.';
  if (freezes_left > 0) return `${filled}If you rest today, a freeze keeps it.`;
  return `${filled}Anything small today keeps it going.`;
}
