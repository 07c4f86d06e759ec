import { useSuspenseQuery } from '@tanstack/react-query';
import { labQuery } from '../queries.public.ts';
import { LabOverview } from './lab-overview.tsx';

export function LabPage({ slug }: { slug: string }) {
  const { data: lab } = useSuspenseQuery(labQuery(slug));
  return <LabOverview key={slug} lab={lab} onRepair={() => {}} />;
}
