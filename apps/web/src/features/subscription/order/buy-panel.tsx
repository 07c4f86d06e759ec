import type { CustomerBody, Cycle, Plan } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser, useSession } from '#lib/session.ts';
import { useTheme } from '#lib/theme.ts';
import { Button } from '#ui/button.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type Prices, priceText } from '../cards/prices.ts';
import { checkOut } from '../checkout/paddle.ts';
import type { Purchase } from '../checkout/use-arrival.ts';
import type { Shop } from '../checkout/use-shop.ts';
import { periodOf } from '../plan/choice.ts';
import { subscribedQuery } from '../queries.ts';
import css from './buy-panel.module.css';
import { countries, hasPostcode } from './countries.ts';
import { Lines, Panel, Pay, Small } from './panel.tsx';
import { useIsSlow } from './use-is-slow.ts';

interface Props {
  plan: Plan;
  cycle: Cycle;
  shop: Shop;
  /** The country of the last purchase. */
  known: string | null;
  /** Decides on the tax, and often on the currency; null until it is chosen. */
  country: string | null;
  onCountry: (country: string) => void;
  onPaid: (purchase: Purchase) => void;
}

/** The first purchase: Paddle's checkout takes the card. */
export function BuyPanel({ plan, cycle, shop, known, country, onCountry, onPaid }: Props) {
  const email = useSession()?.user.email;
  const form = useBuying({ plan, cycle, shop, known, onPaid });
  const isSlow = useIsSlow(form.isPreparing);
  const { prices } = shop;
  const price = prices?.byId.get(plan[cycle].price_id);
  const sum = price ? priceText(price, prices?.country ?? null) : '…';
  const period = periodOf(cycle);
  return (
    <Panel label="Your order" title={`${plan.name}, ${cycle}`}>
      <Form form={form}>
        <Lines lines={[{ text: plan.name, detail: `1 ${period}, from today`, sum }]} />
        <Place country={country ?? ''} onCountry={onCountry} problems={form.problems} />
        {email === null && (
          <TextField
            label="Email for receipts"
            name="email"
            type="email"
            autoComplete="email"
            hint="Your account has no confirmed address. Paddle sends its receipts there."
            required
            error={form.problems.email}
          />
        )}
        <Pay
          sum={sum}
          note={noteOf(prices, isSlow)}
          later={`Then each ${period}.`}
          button={
            <Button type="submit" variant="primary" wide busy={form.isPending || !shop.paddle || !prices}>
              Get {plan.name}
            </Button>
          }
        />
      </Form>
      <Small>
        It renews each {period} until you cancel, which you can do here at any time. Paddle takes the payment and writes
        the invoice.
      </Small>
    </Panel>
  );
}

interface PlaceProps {
  country: string;
  onCountry: Props['onCountry'];
  problems: Partial<Record<'country' | 'postal_code', string | undefined>>;
}

const Place = ({ country, onCountry, problems }: PlaceProps) => (
  <div className={css.place}>
    <SelectField
      label="Country"
      name="country"
      autoComplete="country"
      value={country}
      error={problems.country}
      onChange={(event) => onCountry(event.target.value)}
    >
      <option value="" disabled>
        Choose …
      </option>
      {countries().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
    {hasPostcode(country) && (
      <TextField
        label="Postcode"
        name="postal_code"
        autoComplete="postal-code"
        maxLength={20}
        error={problems.postal_code}
      />
    )}
  </div>
);

function noteOf(prices: Prices | undefined, isSlow: boolean): string {
  if (isSlow) return 'Paddle takes longer than usual. Nothing has been taken.';
  return prices?.tax === 'added' ? 'Tax is added where you live.' : 'Tax included.';
}

function useBuying({ plan, cycle, shop: { paddle }, known, onPaid }: Omit<Props, 'country' | 'onCountry'>) {
  const api = useApi();
  const theme = useTheme();
  const client = useQueryClient();
  const [isPreparing, setIsPreparing] = useState(false);
  const becomeCustomer = async (body: CustomerBody) => {
    setIsPreparing(true);
    try {
      const answer = await api('POST /api/account/paddle/customer', { body });
      storeUser(answer.user);
      return answer;
    } finally {
      setIsPreparing(false);
    }
  };
  const form = useForm({
    fields: ['country', 'postal_code', 'email'],
    check: ({ country }) => ({ country: country === '' ? 'Choose your country.' : undefined }),
    send: async ({ country, postal_code, email }) => {
      if (!paddle) throw notReady();
      const hasAddress = readSession()?.user.email !== null;
      // An address that Paddle has already keeps its postcode.
      const isNewPlace = country !== known || postal_code !== '';
      const answer = await becomeCustomer({
        ...(isNewPlace && { country, postal_code }),
        ...(!hasAddress && { email }),
      });
      const { customer_id: id, address_id: address, user } = answer;
      // It was bought in another tab, or just before the page was loaded anew.
      if (user.account.active_subscription) {
        void client.invalidateQueries({ queryKey: subscribedQuery.queryKey });
        throw hasOne();
      }
      return checkOut(paddle, {
        items: [{ priceId: plan[cycle].price_id, quantity: 1 }],
        customer: address ? { id, address: { id: address } } : { id },
        settings: { displayMode: 'overlay', theme, locale: 'en', allowLogout: false },
      });
    },
    onSuccess: (result) => result === 'paid' && onPaid({ name: plan.name, priceId: plan[cycle].price_id }),
  });
  return { ...form, isPreparing };
}

const hasOne = () =>
  new ApiError(409, { code: 'already_done', msg: 'You have a subscription already. Nothing was taken.' });
const notReady = () =>
  new ApiError(0, { code: 'network', msg: 'The checkout is still loading. Try again in a moment.' });
