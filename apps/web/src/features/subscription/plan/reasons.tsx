import type { TierCode } from '@hexpedition/contract/tiers';
import { tierName } from '#lib/format.ts';
import { type Reason, reasonText } from './reason-text.ts';
import css from './reasons.module.css';

interface Props {
  reasons: readonly Reason[];
  tier: TierCode;
  country: string | null;
}

/** Why the account has its tier: what gives it now, what will, and what has. */
export function Reasons({ reasons, tier, country }: Props) {
  const known = reasons.filter((reason) => reason.state !== 'over');
  const over = reasons.filter((reason) => reason.state === 'over');
  if (reasons.length === 0) return null;
  return (
    <section className={css.why} aria-labelledby="why">
      <h2 id="why" className={css.title}>
        Why you have {tierName(tier)}
      </h2>
      {known.length > 0 ? (
        <List reasons={known} country={country} />
      ) : (
        <p className={css.quiet}>Nothing lifts your tier at present.</p>
      )}
      {over.length > 0 && (
        <details className={css.over}>
          <summary>What is over ({over.length})</summary>
          <List reasons={over} country={country} />
        </details>
      )}
    </section>
  );
}

const List = ({ reasons, country }: Pick<Props, 'reasons' | 'country'>) => (
  <ul className={css.list}>
    {reasons.map((reason) => (
      <li key={`${reason.source} ${reason.reference} ${reason.from}`} data-state={reason.state}>
        {reasonText(reason, country)}
      </li>
    ))}
  </ul>
);
