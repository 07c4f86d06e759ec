import type { Profile } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { difficulties, difficultyLabels } from '#entities/lab/difficulty.ts';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { day } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import css from './profile-page.module.css';

/** The labs that the learner has solved. */
export function ProfileLabList({ labs }: { labs: NonNullable<Profile['labs']> }) {
  return (
    <ul className={css.tiles}>
      {labs.map(({ slug, name, difficulty, solved_at }) => (
        <Card key={slug} as="li" link size="sm" className={css.tile}>
          <LabHex solved share={1} />
          <div className={css.text}>
            <h3 className={css.name}>
              <Link to="/lab/$slug" params={{ slug }}>
                {name}
              </Link>
            </h3>
            <p className={css.facts}>
              {difficulties.filter((valid) => valid === difficulty).map((valid) => `${difficultyLabels[valid]} · `)}
              {day(solved_at)}
            </p>
          </div>
        </Card>
      ))}
    </ul>
  );
}
