import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { labQuery } from '../lab-queries.ts';
import { accessOf } from './instance-state.ts';
import { RunningInstance } from './running-instance.tsx';
import rail from './sidebar-lab.module.css';
import { useInstance } from './use-instance.ts';

/** Shows a running lab and its clock in the sidebar of a lesson. Renders nothing if the lab does not run. */
export default function SidebarLab({ slug, name }: { slug: string; name: string }) {
  const instance = useInstance(slug);
  const { data: lab } = useQuery(labQuery(slug));
  if (instance?.status !== 'running') return null;
  return (
    <Card as="section" size="sm" className={rail.lab} aria-label={`Lab: ${lab?.name ?? name}`}>
      <div>
        <Label>Lab</Label>
        <p className={rail.name}>{lab?.name ?? name}</p>
      </div>
      <RunningInstance instance={instance} access={accessOf(lab)} variant="secondary" inLesson />
    </Card>
  );
}
