import type { VoucherOffer } from '@hexpedition/contract';
import { codeProblem } from '@hexpedition/contract/voucher-code';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { codeOf, takeCode } from '../../entities/voucher/voucher-link.ts';
import { RedeemedNotice } from './redeemed-notice.tsx';
import { VoucherPreview } from './voucher-preview.tsx';
import { vouchersQuery } from './voucher-queries.ts';
import css from './vouchers.module.css';

/** Checks a code, shows what it unlocks, and redeems it. A code from a link is checked on arrival. */
export function RedeemForm() {
  const api = useApi();
  const client = useQueryClient();
  /** Number of vouchers redeemed on this page; a new key empties the field after each. */
  const [round, setRound] = useState(0);
  const [checked, setChecked] = useState<{ secret: string; offer: VoucherOffer }>();
  const redeem = useMutation({
    meta: { suppress: [400, 409, 429] },
    mutationFn: async (secret: string) => {
      const before = readSession()?.user.account.tier ?? 0;
      const answer = await api('PUT /api/account/voucher/redeem', { body: { secret } });
      return { ...answer, before };
    },
    onSuccess: ({ user }) => {
      // Unlocks content here and, through the storage event, in other tabs.
      storeUser(user);
      setChecked(undefined);
      setRound((count) => count + 1);
      void client.invalidateQueries({ queryKey: vouchersQuery().queryKey.slice(0, 1) });
    },
  });
  const form = useForm({
    fields: ['secret'],
    check: ({ secret }) => ({ secret: codeProblem(codeOf(secret)) }),
    send: async (values) => {
      const secret = codeOf(values.secret);
      setChecked(undefined);
      return { secret, offer: await api('POST /api/account/voucher/redeem', { body: { secret } }) };
    },
    onSuccess: (answer) => {
      redeem.reset();
      setChecked(answer);
    },
  });
  const linkedCode = useCodeFromLink((secret) => form.submitValues({ secret }));
  return (
    <div className={css.redeem}>
      <Form form={form} key={`${linkedCode} ${round}`}>
        <TextField
          label="Code or link"
          name="secret"
          hint="We show you what it unlocks before you redeem it."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          required
          defaultValue={round === 0 ? linkedCode : ''}
          error={form.problems.secret}
        />
        <FormActions>
          <Button type="submit" variant={checked ? 'secondary' : 'primary'} busy={form.isPending}>
            Check code
          </Button>
        </FormActions>
      </Form>
      {redeem.error && <Callout kind="danger" role="alert" title={problemText(redeem.error)} />}
      {checked && (
        <VoucherPreview
          key={checked.offer.number}
          offer={checked.offer}
          busy={redeem.isPending}
          onRedeem={() => redeem.mutate(checked.secret)}
          onDismiss={() => setChecked(undefined)}
        />
      )}
      {redeem.data && !checked && <RedeemedNotice voucher={redeem.data.voucher} before={redeem.data.before} />}
    </div>
  );
}

/**
 * Takes the code from a voucher link and checks it. The code is removed from the address, so that it stays neither in
 * the history nor on the screen.
 */
function useCodeFromLink(check: (code: string) => void): string {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [linkedCode, setLinkedCode] = useState('');
  // The route has stored the code in sessionStorage before this page is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is checked once when it arrives, not on every render
  useEffect(() => {
    const code = takeCode();
    if (hash) void navigate({ to: '.', hash: '', replace: true });
    if (code === '') return;
    setLinkedCode(code);
    check(code);
  }, [hash]);
  return linkedCode;
}
