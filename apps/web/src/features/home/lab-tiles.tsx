import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { difficultyLabels } from '#entities/lab/difficulty.ts';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { duration, plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import css from './home-page.module.css';

export function LabTiles({ labs }: { labs: readonly LabCard[] }) {
  if (labs.length === 0) return null;
  return (
    <section aria-labelledby="labs-to-try">
      <div className={css.row}>
        <h2 id="labs-to-try" className={css.heading}>
          Labs to try
        </h2>
        <Link to="/labs" className={css.all}>
          All labs
        </Link>
      </div>
      <ul className={css.tiles}>
        {labs.map((lab) => (
          <Card as="li" key={lab.slug} link size="sm" className={css.tile}>
            <LabHex solved={false} />
            <div>
              <h3 className={css.name}>
                <Link to="/lab/$slug" params={{ slug: lab.slug }}>
                  {lab.name}
                </Link>
              </h3>
              <p className={css.text}>{lab.summary}</p>
              <p className={css.facts}>
                {difficultyLabels[lab.difficulty]} · {duration(lab.minutes)} · {plural(lab.points, 'point')}
              </p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}
