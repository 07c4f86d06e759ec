import type { CustomerBody, Cycle, Plan } from '@hexpedition/contract';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser, useSession } from '#lib/session.ts';
import { useTheme } from '#lib/theme.ts';
import { Button } from '#ui/button.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { checkOut } from '../checkout/paddle.ts';
import type { Purchase } from '../checkout/use-arrival.ts';
import css from './buy-panel.module.css';
import { periodOf } from './choice.ts';
import { countries, hasPostcode } from './countries.ts';
import { Lines, Panel, Pay, Small } from './panel.tsx';
import { type Prices, priceText } from './prices.ts';
import { useIsSlow } from './use-is-slow.ts';
import type { Shop } from './use-shop.ts';

interface Props {
  plan: Plan;
  cycle: Cycle;
  shop: Shop;
  /** Decides on the tax, and often on the currency; null until it is chosen. */
  country: string | null;
  onCountry: (country: string) => void;
  onPaid: (purchase: Purchase) => void;
}

/** The first purchase: Paddle's checkout takes the card. */
export function BuyPanel({ plan, cycle, shop, country, onCountry, onPaid }: Props) {
  const email = useSession()?.user.email;
  const form = useBuying({ plan, cycle, shop, onPaid });
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

function useBuying({ plan, cycle, shop: { paddle }, onPaid }: Omit<Props, 'country' | 'onCountry'>) {
  const api = useApi();
  const theme = useTheme();
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
      const answer = await becomeCustomer({ country, postal_code, ...(!hasAddress && { email }) });
      const { customer_id: id, address_id: address } = answer;
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

const notReady = () =>
  new ApiError(0, { code: 'network', msg: 'The checkout is still loading. Try again in a moment.' });
