import type { Entitlement, Person } from '@hexpedition/contract';
import { day, tierName } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { useAct } from './use-act.ts';

const tiers = [1, 2, 3, 42] as const;

const sourceNames = { subscription: 'subscription', voucher: 'voucher', grant: 'grant', invite: 'invitation code' };
const tones = { current: 'phosphor', later: 'beacon', over: 'plain' } as const;

/** What lifts the account's tier, and what a superuser adds to it. */
export function Entitlements({ person: { username, entitlements } }: { person: Person }) {
  const takeBack = useAct('POST /api/admin/people/:username/take_back', username);
  return (
    <section className={css.section} aria-labelledby="entitlements">
      <h2 id="entitlements" className={css.title}>
        What lifts the tier
      </h2>
      {entitlements.length === 0 && <p className={css.quiet}>Nothing has ever lifted it.</p>}
      <ul>
        {entitlements.map((one) => (
          <li key={one.pk} className={css.row}>
            <span>
              {tierName(one.tier)} by {sourceNames[one.source]}
              <span className={css.facts}>
                {one.reference && <code>{one.reference}</code>}
                <span>{timeText(one)}</span>
              </span>
            </span>
            <span className={css.actions}>
              <Chip tone={tones[one.state]}>{one.state}</Chip>
              {one.source === 'grant' && one.state !== 'over' && (
                <Button size="sm" busy={takeBack.isPending} onClick={() => takeBack.mutate({ pk: one.pk })}>
                  Take back
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <FormStatus error={takeBack.error} />
      <GrantForm username={username} />
    </section>
  );
}

const timeText = ({ from, until }: Entitlement): string =>
  until ? `${day(from)} to ${day(until)}` : `since ${day(from)}, without an end`;

function GrantForm({ username }: { username: string }) {
  const grant = useAct('POST /api/admin/people/:username/grant', username);
  const form = useForm({
    fields: ['tier', 'months'],
    check: ({ months }) => ({
      months:
        months === '' || (/^[1-9]\d*$/.test(months) && Number(months) <= 120)
          ? undefined
          : 'Enter 1 to 120 months, or nothing.',
    }),
    send: ({ tier, months }) =>
      grant.mutateAsync({
        tier: tiers.find((one) => String(one) === tier) ?? 1,
        months: months === '' ? null : Number(months),
      }),
  });
  return (
    <Form form={form}>
      <div className={css.filter}>
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
          hint="Empty: without an end."
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          error={form.problems.months}
        />
      </div>
      <FormActions done={form.isSuccess && 'Granted.'}>
        <Button type="submit" busy={form.isPending}>
          Grant the tier
        </Button>
      </FormActions>
    </Form>
  );
}
