import type { EndpointAnswer, Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { FlagBox } from '#features/flags/flag-box.public.tsx';
import { lessonQuery } from '#features/learn/queries.public.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { StopSolved } from '../solve/stop-solved.tsx';
import { useLabFlags } from '../solve/use-lab-flags.ts';
import css from './lab-page.module.css';

interface Props {
  lab: Lab;
  flags: EndpointAnswer<'GET /api/lab/flags/:slug'>['flags'];
  onWriteUp: () => void;
}

/** One box for all flags of the lab. */
export function LabFlagBox({ lab, flags, onWriteUp }: Props) {
  const { found, submission } = useLabFlags(lab);
  const isSolved = flags.length > 0 && flags.every((flag) => found.has(flag.id));
  return (
    <FlagBox
      {...submission}
      heading="h2"
      title={lab.flags === 1 ? 'Hand in the flag' : `Hand in the ${lab.flags} flags`}
      points={lab.points}
      solved={isSolved}
      afterwards={
        isSolved && (
          <>
            <Button icon="list" onClick={onWriteUp}>
              Read the write-up
            </Button>
            <BackToLesson lessons={lab.lessons} />
            <StopSolved slug={lab.slug} />
          </>
        )
      }
    >
      {flags.length > 1 && (
        <ul className={css.flags}>
          {flags.map((flag) => (
            <li key={flag.id}>
              <HexStep state={found.has(flag.id) ? 'done' : 'open'} />
              {flag.name}
              <span className={css.points}>{plural(flag.points, 'point')}</span>
            </li>
          ))}
        </ul>
      )}
    </FlagBox>
  );
}

/** Leads to the lesson of this lab that was read last in this tab; otherwise to the first. */
function BackToLesson({ lessons }: Pick<Lab, 'lessons'>) {
  const client = useQueryClient();
  const readAt = (slug: string) => client.getQueryState(lessonQuery(slug).queryKey)?.dataUpdatedAt ?? 0;
  const [lesson] = lessons.toSorted((a, b) => readAt(b.subchapter) - readAt(a.subchapter));
  if (!lesson) return null;
  const { training, chapter, subchapter } = lesson;
  return (
    <LinkButton
      icon="arrow-left"
      to="/courses/$training/$chapter/$subchapter"
      params={{ training, chapter, subchapter }}
    >
      Back to the lesson
    </LinkButton>
  );
}
