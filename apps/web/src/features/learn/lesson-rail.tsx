import type { Subchapter } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { labQuery } from '#features/labs/queries.ts';
import { RunningInstance } from '#features/labs/running-instance.tsx';
import { useInstance } from '#features/labs/use-instance.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { Contents } from './contents.tsx';
import css from './lesson-page.module.css';
import rail from './lesson-rail.module.css';

/** Beside the text where there is room: the lab that runs, and what is on this page. */
export function LessonRail({ lesson }: { lesson: Subchapter }) {
  const headings = lesson.modules.flatMap((module) => (module.kind === 'text' ? module.headings : []));
  const labs = lesson.modules.filter((module) => module.kind === 'lab');
  return (
    <div className={css.rail}>
      {labs.map(({ lab, name }) => (
        <RailLab key={lab} slug={lab} name={name} />
      ))}
      {headings.length > 1 && <Contents headings={headings} />}
    </div>
  );
}

/** Keeps the clock in sight while one reads; where there is no instance, the lab's card in the text is enough. */
function RailLab({ slug, name }: { slug: string; name: string }) {
  const instance = useInstance(slug);
  const { data: lab } = useQuery(labQuery(slug));
  if (instance?.status !== 'running') return null;
  return (
    <Card as="section" size="sm" className={rail.lab} aria-label={`Lab: ${lab?.name ?? name}`}>
      <div>
        <Label>Lab</Label>
        <p className={rail.name}>{lab?.name ?? name}</p>
      </div>
      <RunningInstance instance={instance} look="secondary" />
    </Card>
  );
}
