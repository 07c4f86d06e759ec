import type { CustomerBody, Cycle, Plan } from '@hexpedition/contract';
import { countryName, formatDuration } from '@hexpedition/contract/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { subscribedQuery } from '#entities/plan/plan-queries.ts';
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
import type { Checkout } from '../checkout/use-checkout.ts';
import type { Purchase } from '../checkout/use-purchase-confirmation.ts';
import { periodOf } from '../plan/plan-selection.ts';
import css from './buy-panel.module.css';
import { FinePrint, OrderLines, OrderPanel, PaymentBar } from './order-panel.tsx';
import { useIsSlow } from './use-is-slow.ts';

interface Props {
  plan: Plan;
  cycle: Cycle;
  checkout: Checkout;
  /** Country of the last purchase. */
  knownCountry: string | null;
  /** Determines the tax and often the currency; null until selected. */
  country: string | null;
  onCountry: (country: string) => void;
  onPaid: (purchase: Purchase) => void;
}

/** Order form of a first purchase. Paddle's checkout takes the card. */
export function BuyPanel({ plan, cycle, checkout, knownCountry, country, onCountry, onPaid }: Props) {
  const user = useSession()?.user;
  const form = usePurchaseForm({ plan, cycle, checkout, knownCountry, onPaid });
  const isSlow = useIsSlow(form.isPreparing);
  const { prices } = checkout;
  const { price_id, details } = plan[cycle];
  const price = prices?.byId.get(price_id);
  const money = (amount: number) => (price ? priceText({ ...price, amount }, prices?.country ?? null) : '…');
  const sum = money(price?.amount ?? 0);
  const period = periodOf(cycle);
  const trial = details?.trial && formatDuration(details.trial);
  return (
    <OrderPanel label="Your order" title={`${plan.name}, ${cycle}`}>
      <Form form={form}>
        <OrderLines
          lines={[
            ...(trial ? [{ text: 'Free trial', detail: `${trial}, from today`, sum: money(0) }] : []),
            { text: plan.name, detail: `1 ${period}, from ${trial ? 'the end of the trial' : 'today'}`, sum },
          ]}
        />
        <AddressFields country={country ?? ''} onCountry={onCountry} problems={form.problems} />
        {user?.email === null && (
          <TextField
            label="Email for receipts"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={user.pending_email ?? ''}
            hint="Paddle sends receipts here, because your account has no confirmed email."
            required
            error={form.problems.email}
          />
        )}
        <PaymentBar
          sum={trial ? money(0) : sum}
          note={noteOf(prices, isSlow)}
          later={trial ? `Then ${sum} every ${period}.` : `Then every ${period}.`}
          button={
            <Button type="submit" variant="primary" wide busy={form.isPending || !checkout.paddle || !prices}>
              Get {plan.name}
            </Button>
          }
        />
      </Form>
      <FinePrint>
        Renews every {period} until you cancel, which you can do here at any time. Paddle takes the payment and issues
        the invoice.
      </FinePrint>
    </OrderPanel>
  );
}

interface AddressFieldsProps {
  country: string;
  onCountry: Props['onCountry'];
  problems: Partial<Record<'country' | 'postal_code', string | undefined>>;
}

/** Countries that Paddle sells to: `CountryCode` of its package. */
const codes = `
AD AE AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BZ CA
CC CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA
GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HU ID IE IL IM IN IO IQ IS IT JE JM JO
JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV MA MC MD ME MF MG MH MK MN MO MP MQ MR MS
MT MU MV MW MX MY MZ NA NC NE NF NG NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE
RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SR ST SV SX SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW
TZ UA UG UM US UY UZ VA VC VG VI VN VU WF WS XK YT ZA ZM`;

/** Countries where Paddle needs the postcode for the tax or for the card check. */
const byPostcode = ['AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'NL', 'US'];
const hasPostcode = (country: string): boolean => byPostcode.includes(country);

/** Returns country codes and names, sorted by name. */
const countries = (): { code: string; name: string }[] =>
  codes
    .trim()
    .split(/\s/)
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));

const AddressFields = ({ country, onCountry, problems }: AddressFieldsProps) => (
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
        Select …
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
  if (isSlow) return 'Paddle takes longer than usual. You have not been charged.';
  return prices?.tax === 'added' ? 'Local tax is added at checkout.' : 'Tax included.';
}

function usePurchaseForm({
  plan,
  cycle,
  checkout: { paddle },
  knownCountry,
  onPaid,
}: Omit<Props, 'country' | 'onCountry'>) {
  const api = useApi();
  const theme = useTheme();
  const client = useQueryClient();
  const [isPreparing, setIsPreparing] = useState(false);
  const saveCustomer = async (body: CustomerBody) => {
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
    check: ({ country }) => ({ country: country === '' ? 'Select your country.' : undefined }),
    send: async ({ country, postal_code, email }) => {
      if (!paddle) throw checkoutNotReady();
      const hasAddress = readSession()?.user.email !== null;
      // Sending a known address again would remove its postcode at Paddle.
      const isNewAddress = country !== knownCountry || postal_code !== '';
      const answer = await saveCustomer({
        ...(isNewAddress && { country, postal_code }),
        ...(!hasAddress && { email }),
      });
      const { customer_id: id, address_id: address, user } = answer;
      // The plan was bought in another tab, or just before a reload.
      if (user.account.active_subscription?.source === 'subscription') {
        void client.invalidateQueries({ queryKey: subscribedQuery.queryKey });
        throw alreadySubscribed();
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

const alreadySubscribed = () =>
  new ApiError(409, { code: 'already_done', msg: 'You already have a subscription. You were not charged.' });
const checkoutNotReady = () =>
  new ApiError(0, { code: 'network', msg: 'The checkout is still loading. Try again in a moment.' });
