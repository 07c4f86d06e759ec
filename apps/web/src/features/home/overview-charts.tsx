import type { Overview } from '@hexpedition/contract';
import { ActivityMap } from '#entities/activity/activity-map.tsx';
import css from './home-page.module.css';
import { SkillChart } from './skill-chart.tsx';

interface Props extends Pick<Overview, 'radar' | 'activity'> {
  /** Time of the response. */
  at: number;
}

/** The charts of the overview. */
export default function OverviewCharts({ radar, activity, at }: Props) {
  return (
    <>
      <SkillChart radar={radar} />
      <section aria-labelledby="activity">
        <h2 id="activity" className={css.heading}>
          Activity
        </h2>
        <ActivityMap activity={activity} at={at} />
      </section>
    </>
  );
}
