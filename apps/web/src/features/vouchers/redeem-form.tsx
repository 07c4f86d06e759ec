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
import { Offer } from './offer.tsx';
import { vouchersQuery } from './queries.ts';
import { Redeemed } from './redeemed.tsx';
import { codeOf, takeCode } from './voucher-link.public.ts';
import css from './vouchers.module.css';

/** A code is looked at first and redeemed then. A link brings the code, and what it gives is shown at once. */
export function RedeemForm() {
  const api = useApi();
  const client = useQueryClient();
  /** Counts what was redeemed here: the field is empty again after each. */
  const [round, setRound] = useState(0);
  const [looked, setLooked] = useState<{ secret: string; offer: VoucherOffer }>();
  const redeem = useMutation({
    meta: { suppress: [400, 409, 429] },
    mutationFn: async (secret: string) => {
      const before = readSession()?.user.account.tier ?? 0;
      const answer = await api('PUT /api/account/voucher/redeem', { body: { secret } });
      return { ...answer, before };
    },
    onSuccess: ({ user }) => {
      // Opens the locks here and in other tabs, which hear of the storage.
      storeUser(user);
      setLooked(undefined);
      setRound((count) => count + 1);
      void client.invalidateQueries({ queryKey: vouchersQuery().queryKey.slice(0, 1) });
    },
  });
  const form = useForm({
    fields: ['secret'],
    check: ({ secret }) => ({ secret: codeProblem(codeOf(secret)) }),
    send: async (values) => {
      const secret = codeOf(values.secret);
      setLooked(undefined);
      return { secret, offer: await api('POST /api/account/voucher/redeem', { body: { secret } }) };
    },
    onSuccess: (answer) => {
      redeem.reset();
      setLooked(answer);
    },
  });
  const brought = useBroughtCode((secret) => form.submitValues({ secret }));
  return (
    <div className={css.redeem}>
      <Form form={form} key={`${brought} ${round}`}>
        <TextField
          label="Code or link"
          name="secret"
          hint="You see what it gives before it is used."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          required
          defaultValue={round === 0 ? brought : ''}
          error={form.problems.secret}
        />
        <FormActions>
          <Button type="submit" variant={looked ? 'secondary' : 'primary'} busy={form.isPending}>
            Look
          </Button>
        </FormActions>
      </Form>
      {redeem.error && <Callout kind="danger" role="alert" title={problemText(redeem.error)} />}
      {looked && (
        <Offer
          key={looked.offer.number}
          offer={looked.offer}
          busy={redeem.isPending}
          onRedeem={() => redeem.mutate(looked.secret)}
          onDrop={() => setLooked(undefined)}
        />
      )}
      {redeem.data && !looked && <Redeemed voucher={redeem.data.voucher} before={redeem.data.before} />}
    </div>
  );
}

/**
 * The code that a link has brought: it is taken out of the address, so that it stays neither in the history nor on the
 * screen, and is looked at.
 */
function useBroughtCode(look: (code: string) => void): string {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [brought, setBrought] = useState('');
  // The address and the tab's storage are outside React; the route has put the code there before this page was drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is looked at when it comes, not with every render
  useEffect(() => {
    const code = takeCode();
    if (hash) void navigate({ to: '.', hash: '', replace: true });
    if (code === '') return;
    setBrought(code);
    look(code);
  }, [hash]);
  return brought;
}
