import type { Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { StopSolvedLab } from '#entities/lab/solve/stop-solved-lab.tsx';
import { lessonQuery } from '#entities/training/training-queries.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';

interface Props {
  lab: Pick<Lab, 'slug' | 'lessons'>;
  /** Opens the write-up on the same page. Omit to show a link to it. */
  onWriteUp?: () => void;
}

/** Buttons and links for the next step after the last flag of a lab. */
export function NextSteps({ lab: { slug, lessons }, onWriteUp }: Props) {
  return (
    <>
      {onWriteUp ? (
        <Button icon="list" onClick={onWriteUp}>
          Read the write-up
        </Button>
      ) : (
        <LinkButton to="/lab/$slug" params={{ slug }} hash="write-up" icon="list">
          Read the write-up
        </LinkButton>
      )}
      <BackToLesson lessons={lessons} />
      <StopSolvedLab slug={slug} />
    </>
  );
}

/** Links to the lesson of this lab that was read last in this tab, or else to the first one. */
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
