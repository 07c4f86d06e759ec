import type { Lab } from '@hexpedition/contract';
import { duration, plural, tierName } from '#lib/format.ts';
import { useFeatures } from '#shell/features.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Chip } from '#ui/chip.tsx';
import { SubjectHead } from '#ui/subject-head.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabHex } from '../lab-hex.public.tsx';
import { solvedWords } from '../solved.public.ts';

export function LabHead({ lab, solved, share }: { lab: Lab; solved: boolean; share: number }) {
  const { free_tier } = useFeatures();
  return (
    <SubjectHead
      back={<BackLink to="/labs">Labs</BackLink>}
      title={lab.name}
      lead={lab.summary}
      facts={
        <>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{duration(lab.minutes)}</span>
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvedWords(lab, solved)}</span>
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
