import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { LabOverview } from './lab-overview.tsx';
import { useBench } from './use-bench.ts';

// Loaded only while the bench is open.
const Bench = lazy(() => import('../bench/bench.tsx'));

interface Props {
  slug: string;
  /** Whether to open the repair. */
  isRepair?: boolean;
}

/** Page of a lab. Shows the bench while an instance with a shell runs or the repair is open, and the overview otherwise. */
export function LabPage({ slug, isRepair = false }: Props) {
  const { data: lab } = useSuspenseQuery(labQuery(slug));
  const navigate = useNavigate();
  const { isOpen, instance, isFresh, leave } = useBench(lab, isRepair);
  const show = (search: { bench?: 'repair' }) =>
    void navigate({ to: '/lab/$slug', params: { slug }, search, replace: true });
  const overview = <LabOverview key={slug} lab={lab} onRepair={() => show({ bench: 'repair' })} />;
  if (!isOpen) return overview;
  return (
    <Suspense fallback={overview}>
      <Bench
        lab={lab}
        instance={instance}
        isRepair={isRepair}
        isFresh={isFresh}
        onLeave={() => {
          leave();
          show({});
        }}
      />
    </Suspense>
  );
}
