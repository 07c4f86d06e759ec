import type { SuggestedTraining } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#features/learn/training-hex.public.tsx';
import { duration, plural, tierName } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './home-page.module.css';

/** What to begin next, with the reason for each. */
export function NextHexes({ next }: { next: readonly SuggestedTraining[] }) {
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="next-hexes">
      <h2 id="next-hexes" className={css.heading}>
        Next on the chart
      </h2>
      <ul className={css.tiles}>
        {next.map((hex) => (
          <Tile key={hex.slug} hex={hex} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ hex }: { hex: SuggestedTraining }) {
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={hex.icon} continent={hex.continent} />
      <div>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: hex.slug }}>
            {hex.name}
          </Link>
        </h3>
        <p className={css.why}>{whyOf(hex)}</p>
        <p className={css.text}>{hex.summary}</p>
        <p className={css.facts}>
          {plural(hex.subchapters, 'lesson')} · {duration(hex.minutes)}
        </p>
        {hex.locked && (
          <p className={css.locked}>
            <Icon name="lock" size={14} />
            {hex.locked === 'tier' ? `Requires the ${tierName(hex.tier)} tier` : 'Opens after other courses'}
          </p>
        )}
      </div>
    </Card>
  );
}

function whyOf({ reason, after }: SuggestedTraining): string {
  if (reason === 'start' || !after) return 'A good place to begin';
  return reason === 'follows' ? `Follows ${after.name}` : `On the path from ${after.name}`;
}
