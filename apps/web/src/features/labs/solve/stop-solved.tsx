import { StopLab } from '../instance/stop-lab.tsx';
import { useInstance } from '../instance/use-instance.ts';

/** For a lab that is solved: it needs to run no longer. */
export function StopSolved({ slug }: { slug: string }) {
  const instance = useInstance(slug);
  if (instance?.status !== 'running') return null;
  return (
    <StopLab slug={slug} icon="stop">
      Stop the lab
    </StopLab>
  );
}
