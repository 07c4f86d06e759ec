import type { Profile } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { difficulties, difficultyLabels } from '#features/labs/difficulty.public.ts';
import { LabHex } from '#features/labs/lab-hex.public.tsx';
import { day } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import css from './profile-page.module.css';

/** Labs of which every flag was found. */
export function LabList({ labs }: { labs: NonNullable<Profile['labs']> }) {
  return (
    <ul className={css.tiles}>
      {labs.map(({ slug, name, difficulty, solved_at }) => (
        <Card key={slug} as="li" link size="sm" className={css.tile}>
          <LabHex solved share={1} />
          <div className={css.words}>
            <h3 className={css.name}>
              <Link to="/lab/$slug" params={{ slug }}>
                {name}
              </Link>
            </h3>
            <p className={css.facts}>
              {difficulties.filter((known) => known === difficulty).map((known) => `${difficultyLabels[known]} · `)}
              {day(solved_at)}
            </p>
          </div>
        </Card>
      ))}
    </ul>
  );
}
