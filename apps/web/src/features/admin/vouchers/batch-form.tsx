import type { NewBatch, VoucherBatch } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { tierName } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import admin from '../admin.module.css';
import { batchesQuery } from '../admin-queries.ts';
import css from './batches.module.css';

const tiers: readonly VoucherBatch['tier'][] = [1, 2, 3];

/** Form that creates a batch of vouchers. */
export function BatchForm({ onCreated }: { onCreated: (created: NewBatch) => void }) {
  const api = useApi();
  const client = useQueryClient();
  const form = useForm({
    fields: ['name', 'tier', 'months', 'uses', 'vouchers', 'expires_at', 'holder'],
    check: ({ name, months, uses, vouchers }) => ({
      name: name === '' ? 'Enter a name.' : undefined,
      months: countProblem(months, 36),
      uses: countProblem(uses, 500),
      vouchers: countProblem(vouchers, 500),
    }),
    send: ({ name, tier, months, uses, vouchers, expires_at, holder }) =>
      api('POST /api/admin/vouchers', {
        body: {
          name,
          tier: tiers.find((one) => String(one) === tier) ?? 1,
          months: Number(months),
          uses: Number(uses),
          vouchers: Number(vouchers),
          // The end of that day in UTC, because all dates of the site are in UTC.
          expires_at: expires_at === '' ? null : `${expires_at}T23:59:59.999Z`,
          holder: holder === '' ? null : holder,
        },
      }),
    onSuccess: (created) => {
      void client.invalidateQueries({ queryKey: batchesQuery().queryKey.slice(0, 1) });
      onCreated(created);
    },
  });
  const { problems } = form;
  return (
    <section className={admin.section} aria-labelledby="new-batch">
      <h2 id="new-batch" className={css.title}>
        New batch
      </h2>
      <Form form={form} className={css.form ?? ''}>
        <TextField
          label="Name"
          name="name"
          hint="Learners see it. Name the school, the event or the reason."
          maxLength={80}
          autoComplete="off"
          required
          error={problems.name}
        />
        <fieldset className={css.tiers}>
          <legend>Tier</legend>
          {tiers.map((tier) => (
            <Checkbox key={tier} kind="radio" name="tier" value={tier} defaultChecked={tier === 1}>
              {tierName(tier)}
            </Checkbox>
          ))}
        </fieldset>
        <div className={css.counts}>
          <Count label="Months" name="months" value={12} error={problems.months} />
          <Count label="Vouchers" name="vouchers" value={1} error={problems.vouchers} />
          <Count label="Seats per voucher" name="uses" value={1} error={problems.uses} />
        </div>
        <div className={css.counts}>
          <TextField label="Redeem by" name="expires_at" type="date" optional error={problems.expires_at} />
          <TextField
            label="Holder"
            name="holder"
            hint="Username of a class’s teacher, who can see and revoke the seats."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            optional
            error={problems.holder}
          />
        </div>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Create vouchers
          </Button>
        </FormActions>
      </Form>
    </section>
  );
}

const Count = ({ value, ...rest }: { label: string; name: string; value: number; error: string | undefined }) => (
  <TextField {...rest} inputMode="numeric" defaultValue={value} maxLength={3} autoComplete="off" required />
);

const countProblem = (text: string, max: number): string | undefined =>
  /^[1-9]\d*$/.test(text) && Number(text) <= max ? undefined : `Enter a whole number from 1 to ${max}.`;
