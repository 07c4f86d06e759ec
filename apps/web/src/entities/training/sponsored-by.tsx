import { useFeatures } from '#entities/site/use-features.ts';
import css from './sponsored-by.module.css';

/** Names the sponsor of a course; renders nothing without one. */
export function SponsoredBy({ training }: { training: string }) {
  const { company } = useFeatures();
  if (!company?.trainings.includes(training)) return null;
  const { name, link } = company;
  return (
    <p className={css.sponsor}>
      Sponsored by{' '}
      {link ? (
        <a href={link} rel="noopener sponsored">
          {name}
        </a>
      ) : (
        name
      )}
    </p>
  );
}
