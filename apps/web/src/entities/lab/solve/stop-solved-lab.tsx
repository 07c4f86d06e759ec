import { StopLab } from '../instance/stop-lab.tsx';
import { useInstance } from '../instance/use-instance.ts';

/** Button to stop a solved lab that is still running. */
export function StopSolvedLab({ slug }: { slug: string }) {
  const instance = useInstance(slug);
  if (instance?.status !== 'running') return null;
  return (
    <StopLab slug={slug} icon="stop">
      Stop lab
    </StopLab>
  );
}
