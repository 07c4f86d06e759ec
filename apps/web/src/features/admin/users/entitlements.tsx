import type { AdminUser, Entitlement } from '@hexpedition/contract';
import { useState } from 'react';
import { day, tierName } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { useAccountAction } from './use-account-action.ts';

const tiers = [1, 2, 3, 42] as const;

const sourceNames = { subscription: 'subscription', voucher: 'voucher', grant: 'grant', invite: 'invitation code' };
const stateNames = { current: 'active', later: 'scheduled', over: 'expired' } as const;
const stateTones = { current: 'phosphor', later: 'beacon', over: 'plain' } as const;

/** Entitlements of an account, and the form that grants a tier. */
export function Entitlements({ person: { username, entitlements } }: { person: AdminUser }) {
  const revoke = useAccountAction('POST /api/admin/users/:username/revoke', username);
  const [revoking, setRevoking] = useState<Entitlement>();
  const close = () => {
    setRevoking(undefined);
    revoke.reset();
  };
  return (
    <section className={css.section} aria-labelledby="entitlements">
      <h2 id="entitlements" className={css.title}>
        Access
      </h2>
      {entitlements.length === 0 && <p className={css.quiet}>No entitlements yet.</p>}
      <ul>
        {entitlements.map((one) => (
          <li key={one.pk} className={css.row}>
            <span>
              {tierName(one.tier)} by {sourceNames[one.source]}
              <span className={css.facts}>
                {one.reference && <code>{one.reference}</code>}
                <span>{formatPeriod(one)}</span>
              </span>
            </span>
            <span className={css.actions}>
              <Chip tone={stateTones[one.state]}>{stateNames[one.state]}</Chip>
              {one.source === 'grant' && one.state !== 'over' && (
                <Button size="sm" aria-label={`Revoke ${tierName(one.tier)}`} onClick={() => setRevoking(one)}>
                  Revoke
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${tierName(revoking.tier)} from ${username}?`}
          action="Revoke"
          busy={revoke.isPending}
          error={revoke.error}
          onClose={close}
          onConfirm={() => revoke.mutate({ pk: revoking.pk }, { onSuccess: close })}
        >
          Content that only this grant opened is locked immediately. Progress is kept.
        </ConfirmDialog>
      )}
      <GrantForm username={username} />
    </section>
  );
}

const formatPeriod = ({ from, until }: Entitlement): string =>
  until ? `${day(from)} to ${day(until)}` : `since ${day(from)}, no end date`;

function GrantForm({ username }: { username: string }) {
  const grant = useAccountAction('POST /api/admin/users/:username/grant', username);
  const form = useForm({
    fields: ['tier', 'months'],
    check: ({ months }) => ({
      months:
        months === '' || (/^[1-9]\d*$/.test(months) && Number(months) <= 120)
          ? undefined
          : 'Enter 1 to 120 months, or leave this empty.',
    }),
    send: ({ tier, months }) =>
      grant.mutateAsync({
        tier: tiers.find((one) => String(one) === tier) ?? 1,
        months: months === '' ? null : Number(months),
      }),
  });
  return (
    <Form form={form}>
      <div className={css.grant}>
        <SelectField label="Tier" name="tier">
          {tiers.map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Months"
          name="months"
          hint="Leave empty for no end date."
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          error={form.problems.months}
        />
      </div>
      <FormActions done={form.isSuccess && 'Granted.'}>
        <Button type="submit" busy={form.isPending}>
          Grant tier
        </Button>
      </FormActions>
    </Form>
  );
}
