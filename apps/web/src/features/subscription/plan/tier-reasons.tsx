import type { TierCode } from '@hexpedition/contract/tiers';
import { tierName } from '#lib/format.ts';
import { type Reason, reasonText } from './reason-text.ts';
import css from './tier-reasons.module.css';

interface Props {
  reasons: readonly Reason[];
  tier: TierCode;
  country: string | null;
}

/** Explains the account's tier: current, future and past reasons. */
export function TierReasons({ reasons, tier, country }: Props) {
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
        <p className={css.quiet}>You are on the free tier.</p>
      )}
      {over.length > 0 && (
        <details className={css.over}>
          <summary>Past ({over.length})</summary>
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
