import type { HeldVoucher, OwnVouchers } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { day, plural, tierName } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { vouchersQuery } from './voucher-queries.ts';
import css from './vouchers.module.css';

type Seat = HeldVoucher['seats'][number];

/** Vouchers that the user holds for a class: who has a seat, and how many are free. */
export function ClassList({ page }: { page: OwnVouchers }) {
  return (
    <section className={css.class} aria-labelledby="class">
      <h2 id="class" className={css.title}>
        Your class
      </h2>
      <p className={css.quiet}>
        Each learner who redeems one of these vouchers takes a seat. You can take a seat back: it is free immediately,
        and that learner cannot redeem the voucher again.
      </p>
      <ClassPage page={page} />
    </section>
  );
}

function ClassPage({ page }: { page: OwnVouchers }) {
  return (
    <>
      {page.held.map((voucher) => (
        <ClassVoucher key={voucher.number} voucher={voucher} />
      ))}
      {page.next_cursor && <MoreVouchers key={page.next_cursor} cursor={page.next_cursor} />}
    </>
  );
}

function MoreVouchers({ cursor }: { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(vouchersQuery(cursor), wanted);
  if (data && wanted) return <ClassPage page={data} />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}

function ClassVoucher({ voucher }: { voucher: HeldVoucher }) {
  const { number, name, tier, months, uses, seats, disabled, expires_at } = voucher;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Seat>();
  const [done, setDone] = useState('');
  const client = useQueryClient();
  const api = useApi();
  const release = useMutation({
    meta: { suppress: [404] },
    mutationFn: (seat: Seat) => api('POST /api/account/voucher/release', { body: { seat: seat.pk } }),
    onSuccess: async (_, seat) => {
      await client.invalidateQueries({ queryKey: vouchersQuery().queryKey.slice(0, 1) });
      // Close the dialog synchronously: it restores the focus to a button that is removed with its row.
      flushSync(() => setAsked(undefined));
      heading.current?.focus();
      setDone(`The seat of ${nameOf(seat)} is free.`);
    },
  });
  return (
    <div className={css.held}>
      <h3 className={css.name} ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <p className={css.facts}>
        <span>
          {seats.length} of {plural(uses, 'seat')} taken, {uses - seats.length} free
        </span>
        <span>
          {tierName(tier)} for {plural(months, 'month')}
        </span>
        <span>No. {number}</span>
        {expires_at && <span>Redeem by {day(expires_at)}</span>}
        {disabled && <span>Disabled: no one else can redeem it</span>}
      </p>
      {seats.length > 0 && (
        <ul className={css.list}>
          {seats.map((seat) => (
            <li key={seat.pk} className={css.row}>
              <div className={css.words}>
                <p>{nameOf(seat)}</p>
                <p className={css.facts}>
                  <span>Since {day(seat.redeemed_at)}</span>
                  {seat.until && <span>Until {day(seat.until)}</span>}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Take back the seat of ${nameOf(seat)}`}
                onClick={() => {
                  release.reset();
                  setAsked(seat);
                }}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormStatus done={done} />
      <Dialog
        open={asked !== undefined}
        title="Take back this seat?"
        onClose={() => setAsked(undefined)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
            <Button variant="danger" busy={release.isPending} onClick={() => asked && release.mutate(asked)}>
              Take it back
            </Button>
          </>
        }
      >
        {release.error && <Callout kind="danger" role="alert" title={problemText(release.error)} />}
        <p>
          {asked && nameOf(asked)} immediately loses what this voucher unlocked and cannot redeem it again. Their
          progress stays. Another learner can take the seat.
        </p>
      </Dialog>
    </div>
  );
}

const nameOf = ({ username }: Seat): string => username ?? 'a deleted account';
