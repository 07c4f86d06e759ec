import { formatDay, formatMoney } from '@hexpedition/contract/money';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { codeOf } from '#features/vouchers/voucher-link.public.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
import { paymentsQuery } from '../payments/queries.ts';
import css from './rail.module.css';

/** Takes a voucher's code to the page that looks at it. */
export function VoucherBox() {
  const navigate = useNavigate();
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeOf(String(new FormData(event.currentTarget).get('secret') ?? ''));
    void navigate({ to: '/subscription/vouchers', ...(code && { hash: `code=${encodeURIComponent(code)}` }) });
  };
  return (
    <form className={css.voucher} onSubmit={look}>
      <TextField
        label="Voucher"
        name="secret"
        placeholder="Code or link"
        hint="You see what it gives first."
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
      />
      <Button type="submit" className={css.look}>
        Look
      </Button>
    </form>
  );
}

/** The newest payment, with the way to all of them. Nothing where nothing was paid. */
export function LastInvoice() {
  const { data } = usePersonalQuery(paymentsQuery());
  const [payment] = data?.payments ?? [];
  if (!data || !payment) return null;
  return (
    <section className={css.invoice} aria-label="Last invoice">
      <p>
        Last invoice
        <span className={css.facts}>
          {formatMoney(payment.total, payment.currency, data.country)} · {formatDay(payment.date, data.country)}
        </span>
      </p>
      <Link to="/subscription/payments" className={css.all}>
        All invoices <Icon name="arrow-right" size={16} />
      </Link>
    </section>
  );
}
