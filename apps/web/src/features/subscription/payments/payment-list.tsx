import type { Payment, Payments } from '@hexpedition/contract';
import { formatDay, formatMoney } from '@hexpedition/contract/money';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { cardText } from '#entities/plan/card-text.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { paymentsQuery } from './payment-queries.ts';
import css from './payments.module.css';

interface ListProps {
  page: Payments;
  /** Focuses the first payment, because the "Load more" button was removed. */
  takesFocus?: boolean;
}

export function PaymentList({ page, takesFocus = false }: ListProps) {
  return (
    <>
      <ul className={css.list}>
        {page.payments.map((payment, index) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            country={page.country}
            takesFocus={takesFocus && index === 0}
          />
        ))}
      </ul>
      {page.next_cursor && <MorePayments key={page.next_cursor} cursor={page.next_cursor} />}
    </>
  );
}

function MorePayments({ cursor }: { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, isFetching, refetch } = usePersonalQuery(paymentsQuery(cursor), wanted);
  if (data && wanted) return <PaymentList page={data} takesFocus />;
  return <LoadMore busy={isFetching} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}

interface RowProps {
  payment: Payment;
  country: string | null;
  takesFocus: boolean;
}

function PaymentRow({ payment, country, takesFocus }: RowProps) {
  const { date, name, cycle, currency, total, refunded, status, invoice_number, card } = payment;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (takesFocus) row.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const day = formatDay(date, country);
  return (
    <li ref={row} tabIndex={takesFocus ? -1 : undefined} className={css.row}>
      <p className={css.name}>
        {name}
        {cycle && `, ${cycle}`}
      </p>
      <p className={css.facts}>
        <time dateTime={date}>{day}</time>
        {invoice_number && <span>No. {invoice_number}</span>}
        {card && <span>{cardText(card)}</span>}
        {status === 'past_due' && (
          <span className={css.refused}>
            The card was declined. <Link to="/subscription">Update your card</Link>
          </span>
        )}
      </p>
      <Chip tone={toneOf(payment)} className={css.status ?? ''}>
        {statusText(payment)}
      </Chip>
      <div className={css.sums}>
        <p className={css.total}>{formatMoney(total, currency, country)}</p>
        {refunded > 0 && <p className={css.refunded}>{formatMoney(refunded, currency, country)} refunded</p>}
      </div>
      {invoice_number && <Download payment={payment} day={day} />}
    </li>
  );
}

/** Requests a short-lived link to the invoice from Paddle and opens it. */
function Download({ payment, day }: { payment: Payment; day: string }) {
  const api = useApi();
  const ask = useMutation({
    meta: { suppress: [404, 429, 503] },
    mutationFn: () => api('GET /api/account/paddle/payments/:payment/invoice', { params: { payment: payment.id } }),
    // The URL is an attachment: the page stays open, and no popup blocker interferes.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <Button size="sm" icon="download" className={css.download} busy={ask.isPending} onClick={() => ask.mutate()}>
        Download PDF
        <VisuallyHidden> of {day}</VisuallyHidden>
      </Button>
      {ask.error && (
        <p className={css.problem} role="alert">
          {problemText(ask.error)}
        </p>
      )}
    </>
  );
}

function statusText({ status, total, refunded }: Payment): string {
  if (status === 'paid' && refunded > 0) return refunded >= total ? 'Refunded' : 'Partly refunded';
  return { paid: 'Paid', open: 'Open', past_due: 'Past due', canceled: 'Canceled' }[status];
}

function toneOf({ status, refunded }: Payment): 'plain' | 'phosphor' | 'beacon' | 'coral' {
  if (status === 'paid') return refunded > 0 ? 'plain' : 'phosphor';
  return { open: 'beacon' as const, past_due: 'coral' as const, canceled: 'plain' as const }[status];
}
