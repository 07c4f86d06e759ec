import type { RedeemedVoucher } from '@hexpedition/contract';
import type { TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { day, plural, tierName } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import css from './vouchers.module.css';

const mostNamed = 6;

/** What a voucher has just given: until when, and the courses that it has opened. */
export function Redeemed({ voucher, before }: { voucher: RedeemedVoucher; before: TierCode }) {
  const { data } = useQuery(trainingsQuery);
  const { free_tier } = useFeatures();
  const now = useSession()?.user.account.tier ?? 0;
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: reading goes on here.
  useEffect(() => result.current?.focus(), []);
  const opened = data?.trainings.filter(({ tier }) => tier > Math.max(before, free_tier) && tier <= now) ?? [];
  const { tier, from, until } = voucher;
  return (
    <div ref={result} tabIndex={-1} role="status" className={css.result}>
      <Callout kind="tip" title={`${tierName(tier)} is yours until ${until ? day(until) : 'further notice'}`}>
        {from && new Date(from) > new Date() ? (
          <p>It begins on {day(from)}, when your voucher before it ends.</p>
        ) : opened.length === 0 ? (
          <p>Nothing else has changed: what it opens was open to you already.</p>
        ) : (
          <>
            <p>
              {plural(opened.length, 'course')} that had a lock {opened.length === 1 ? 'is' : 'are'} open now, in your
              other tabs too:
            </p>
            <ul className={css.opened}>
              {opened.slice(0, mostNamed).map(({ slug, name }) => (
                <li key={slug}>
                  <Link to="/courses/$training" params={{ training: slug }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            {opened.length > mostNamed && (
              <p>
                and {opened.length - mostNamed} more on <Link to="/map">the map</Link>.
              </p>
            )}
          </>
        )}
      </Callout>
    </div>
  );
}
