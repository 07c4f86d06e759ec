import type { RedeemedVoucher } from '@hexpedition/contract';
import type { TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { day, plural, tierName } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';
import css from './vouchers.module.css';

const maxNamed = 6;

/** Result of redeeming a voucher: its end date and the courses that it has unlocked. */
export function RedeemedNotice({ voucher, before }: { voucher: RedeemedVoucher; before: TierCode }) {
  const { data } = useQuery(trainingsQuery);
  const { free_tier } = useFeatures();
  const now = useSession()?.user.account.tier ?? 0;
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is removed: continue reading here.
  useEffect(() => result.current?.focus(), []);
  const opened = data?.trainings.filter(({ tier }) => tier > Math.max(before, free_tier) && tier <= now) ?? [];
  const { tier, from, until } = voucher;
  return (
    <div ref={result} tabIndex={-1} role="status" className={css.result}>
      <Callout kind="tip" title={`${tierName(tier)} is yours until ${until ? day(until) : 'further notice'}`}>
        {from && new Date(from) > new Date() ? (
          <p>It starts on {day(from)}, when your current voucher ends.</p>
        ) : opened.length === 0 ? (
          <p>No new courses: you already had access to everything it unlocks.</p>
        ) : (
          <>
            <p>{plural(opened.length, 'course')} unlocked, in your other tabs too:</p>
            <ul className={css.opened}>
              {opened.slice(0, maxNamed).map(({ slug, name }) => (
                <li key={slug}>
                  <Link to="/courses/$training" params={{ training: slug }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            {opened.length > maxNamed && (
              <p>
                and {opened.length - maxNamed} more on <Link to="/map">the map</Link>.
              </p>
            )}
          </>
        )}
      </Callout>
    </div>
  );
}
