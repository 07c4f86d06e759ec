import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { duration, plural, tierName } from '#lib/words.ts';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabHex } from '../lab-hex.public.tsx';
import css from './lab-page.module.css';

export function LabHead({ lab, solved, share }: { lab: Lab; solved: boolean; share: number }) {
  return (
    <header className={css.head}>
      <div className={css.words}>
        <Label as="div">
          <Link to="/labs" className={css.back}>
            <Icon name="arrow-left" size={14} />
            Labs
          </Link>
        </Label>
        <h1>{lab.name}</h1>
        <p className={css.lead}>{lab.summary}</p>
        <p className={css.facts}>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{duration(lab.minutes)}</span>
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{lab.solves > 0 ? `solved by ${lab.solves}` : 'unsolved so far'}</span>
          {lab.tier > 0 && <Chip icon="lock">{tierName(lab.tier)}</Chip>}
          {solved && (
            <Chip tone="phosphor" icon="tick">
              Solved
            </Chip>
          )}
        </p>
      </div>
      <LabHex solved={solved} share={share} size="lg" />
    </header>
  );
}
