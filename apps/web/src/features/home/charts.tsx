import type { Overview } from '@hexpedition/contract';
import { ActivityMap } from '#features/profile/activity-map.public.tsx';
import css from './home-page.module.css';
import { Skills } from './skills.tsx';

interface Props extends Pick<Overview, 'radar' | 'activity'> {
  /** When the answer came. */
  at: number;
}

/** The drawings of the overview. */
export default function Charts({ radar, activity, at }: Props) {
  return (
    <>
      <Skills radar={radar} />
      <section aria-labelledby="activity">
        <h2 id="activity" className={css.heading}>
          Activity
        </h2>
        <ActivityMap activity={activity} at={at} />
      </section>
    </>
  );
}
