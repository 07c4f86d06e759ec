import type { Streak } from '@hexpedition/contract';
import { day, plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './streak-card.module.css';

/** The learner's streak, without pressure: days in a row, days covered by a freeze, and the number of freezes left. */
export function StreakCard({ streak }: { streak: Streak }) {
  const { days, today, best, freezes_left } = streak;
  return (
    <Card as="section" size="sm" className={css.card} aria-labelledby="streak">
      <Label tone={today ? 'phosphor' : 'quiet'}>Streak</Label>
      <h2 id="streak" className={css.days}>
        {days > 0 ? `${plural(days, 'day')} in a row` : 'No current streak'}
      </h2>
      <p className={css.text}>{statusText(streak)}</p>
      <p className={css.facts}>
        {freezes_left > 0 && `${plural(freezes_left, 'freeze')} left · `}
        {best > 0 ? `Best: ${plural(best, 'day')}` : 'One lesson, flag or review per day is enough.'}
      </p>
    </Card>
  );
}

function statusText({ days, today, freezes_left, frozen }: Streak): string {
  const last = frozen.at(-1);
  const freezeText = last ? `A freeze was used for ${day(last)}. ` : '';
  if (today) return `${freezeText}Today already counts.`;
  if (days === 0) return 'Complete a lesson, find a flag or review a note to start a new one.';
  if (freezes_left > 0) return `${freezeText}If you miss today, a freeze keeps your streak.`;
  return `${freezeText}One lesson, flag or review today continues your streak.`;
}
