import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { labQuery } from '../queries.public.ts';
import { waysOf } from './instance-state.ts';
import rail from './rail-lab.module.css';
import { RunningInstance } from './running-instance.tsx';
import { useInstance } from './use-instance.ts';

/** Keeps the clock in sight while one reads; where there is no instance, the lab's card in the text is enough. */
export default function RailLab({ slug, name }: { slug: string; name: string }) {
  const instance = useInstance(slug);
  const { data: lab } = useQuery(labQuery(slug));
  if (instance?.status !== 'running') return null;
  return (
    <Card as="section" size="sm" className={rail.lab} aria-label={`Lab: ${lab?.name ?? name}`}>
      <div>
        <Label>Lab</Label>
        <p className={rail.name}>{lab?.name ?? name}</p>
      </div>
      <RunningInstance instance={instance} ways={waysOf(lab)} look="secondary" inLesson />
    </Card>
  );
}
