import { formatDay, formatMoney } from '@hexpedition/contract/money';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { codeOf } from '#entities/voucher/voucher-link.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
import { paymentsQuery } from '../payments/payment-queries.ts';
import css from './plan-sidebar.module.css';

/** Sends a voucher code to the voucher page, which checks it. */
export function VoucherCodeForm() {
  const navigate = useNavigate();
  const checkCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeOf(String(new FormData(event.currentTarget).get('secret') ?? ''));
    void navigate({ to: '/subscription/vouchers', ...(code && { hash: `code=${encodeURIComponent(code)}` }) });
  };
  return (
    <form className={css.voucher} onSubmit={checkCode}>
      <TextField
        label="Voucher"
        name="secret"
        placeholder="Code or link"
        hint="We show you what it unlocks first."
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
      />
      <Button type="submit" className={css.checkButton}>
        Check code
      </Button>
    </form>
  );
}

/** The latest payment, with a link to all payments; renders nothing without one. */
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
