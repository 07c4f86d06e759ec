import { Skeleton } from '#ui/skeleton.tsx';
import css from './settings-skeleton.module.css';

/** Placeholder for a settings page until the session is known. */
export const SettingsSkeleton = () => (
  <div className={css.page}>
    <Skeleton shape="title" className={css.title ?? ''} />
    <Skeleton className={css.lead ?? ''} />
    {['first', 'second'].map((part) => (
      <div key={part} className={css.part}>
        <Skeleton lines={2} className={css.words ?? ''} />
        <Skeleton lines={3} />
      </div>
    ))}
  </div>
);
