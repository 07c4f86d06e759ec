import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { solvesText } from '#entities/lab/solve-counts.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Chip } from '#ui/chip.tsx';
import { SubjectHeader } from '#ui/subject-header.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabFeatures } from '../lab-features.tsx';
import { topics } from '../lab-topics.ts';
import { ratingText } from '../rating-labels.ts';
import css from './lab-page.module.css';

export function LabHeader({ lab, solved, share }: { lab: Lab; solved: boolean; share: number }) {
  const { free_tier } = useFeatures();
  const rating = ratingText(lab.rating);
  return (
    <SubjectHeader
      back={
        <span className={css.trail}>
          <BackLink to="/labs">Labs</BackLink>
          <span aria-hidden="true">/</span>
          <Link to="/labs" search={{ topic: lab.topic }}>
            {topics[lab.topic].name}
          </Link>
        </span>
      }
      title={lab.name}
      lead={lab.summary}
      facts={
        <>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{duration(lab.minutes)}</span>
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvesText(lab, solved)}</span>
          {rating && <span>{rating}</span>}
          <LabFeatures shell={lab.workspace !== null} repair={lab.repair !== null} tools={lab.tools} />
          {lab.tier > 0 && <Chip icon={lab.tier > free_tier ? 'lock' : undefined}>{tierName(lab.tier)}</Chip>}
          {solved && (
            <Chip tone="phosphor" icon="tick">
              Solved
            </Chip>
          )}
        </>
      }
      emblem={<LabHex solved={solved} share={share} size="lg" />}
    />
  );
}
