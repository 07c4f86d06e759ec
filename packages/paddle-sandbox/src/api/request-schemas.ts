import * as z from 'zod';
import { prorationModes } from '../billing/item-change-plan.ts';
import { isCountry } from '../money/tax-regions.ts';
import { resumeModes } from '../sandbox-state.ts';
import { type EventType, eventTypes } from '../shapes.ts';

/** Schemas of request bodies. As in Paddle's API, unknown fields are errors. */

const customData = z.record(z.string(), z.unknown()).nullable();
const text = (max: number) => z.string().max(max).nullable();
const currency = z.enum(['USD', 'EUR', 'GBP', 'JPY', 'CHF']).nullish();
const quantity = z.int().min(1);
const timestamp = z.iso.datetime({ offset: true });

export const customerCreate = z.strictObject({
  email: z.email().max(320),
  name: text(1_024).optional(),
  custom_data: customData.optional(),
  locale: z.string().optional(),
});

export const customerUpdate = z
  .strictObject({ ...customerCreate.shape, status: z.enum(['active', 'archived']) })
  .partial();

export const addressCreate = z.strictObject({
  country_code: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
  description: text(1_024).optional(),
  first_line: text(1_024).optional(),
  second_line: text(1_024).optional(),
  city: text(200).optional(),
  postal_code: text(200).optional(),
  region: text(200).optional(),
  custom_data: customData.optional(),
});

export const addressUpdate = z
  .strictObject({ ...addressCreate.shape, status: z.enum(['active', 'archived']) })
  .partial();

const item = z.strictObject({ price_id: z.string(), quantity });
export const items = z.array(item).min(1).max(100);

const preview = {
  customer_id: z.string().nullish(),
  address_id: z.string().nullish(),
  business_id: z.null().optional(),
  currency_code: currency,
  discount_id: z.null().optional(),
  address: z
    .strictObject({
      country_code: z.string().refine(isCountry, 'is not a country to which Paddle sells'),
      postal_code: text(200).optional(),
    })
    .nullish(),
  customer_ip_address: z.string().nullish(),
};

export const pricingPreview = z.strictObject({ ...preview, items });

export const transactionPreview = z.strictObject({
  ...preview,
  ignore_trials: z.boolean().optional(),
  items: z
    .array(z.strictObject({ ...item.shape, include_in_totals: z.boolean().optional() }))
    .min(1)
    .max(100),
});

export const transactionCreate = z.strictObject({
  items,
  status: z.enum(['draft', 'ready']).optional(),
  customer_id: z.string().nullish(),
  address_id: z.string().nullish(),
  currency_code: currency,
  custom_data: customData.optional(),
  collection_mode: z.literal('automatic').optional(),
  checkout: z.strictObject({ url: z.url().nullish() }).nullish(),
});

export const transactionUpdate = z
  .strictObject({ ...transactionCreate.shape, status: z.enum(['canceled', 'billed']) })
  .partial();

export const adjustmentCreate = z.strictObject({
  action: z.enum(['refund', 'credit']),
  type: z.enum(['full', 'partial']).default('partial'),
  transaction_id: z.string(),
  reason: z.string().min(1),
  tax_mode: z.literal('internal').optional(),
  items: z
    .array(
      z.strictObject({
        item_id: z.string(),
        type: z.enum(['full', 'partial']),
        amount: z
          .string()
          .regex(/^\d{1,15}$/, 'must be an amount in the minor unit')
          .nullish(),
      }),
    )
    .nullish()
    .transform((given) => given ?? []),
});

export const subscriptionUpdate = z.strictObject({
  items: z
    .array(z.strictObject({ price_id: z.string(), quantity: quantity.optional() }))
    .min(1)
    .max(100)
    .optional(),
  proration_billing_mode: z.enum(prorationModes).optional(),
  on_payment_failure: z.enum(['prevent_change', 'apply_change']).optional(),
  scheduled_change: z.null().optional(),
  custom_data: customData.optional(),
  address_id: z.string().optional(),
  next_billed_at: timestamp.optional(),
});

const effectiveFrom = z.enum(['immediately', 'next_billing_period']).nullish();

export const cancelRequest = z.strictObject({ effective_from: effectiveFrom });
export const pauseRequest = z.strictObject({
  effective_from: effectiveFrom,
  resume_at: timestamp.nullish(),
  on_resume: z.enum(resumeModes).optional(),
});
export const resumeRequest = z.strictObject({
  effective_from: z.union([z.literal('immediately'), timestamp]).nullish(),
  on_resume: z.enum(resumeModes).optional(),
});

export const portalSessionCreate = z.strictObject({ subscription_ids: z.array(z.string()).max(25).optional() });

const eventType = z.string().transform((name, context): EventType => {
  const known = eventTypes.find((type) => type === name);
  if (known) return known;
  context.addIssue({ code: 'custom', message: `the sandbox does not send ${name}` });
  return z.NEVER;
});

export const settingCreate = z.strictObject({
  description: z.string().min(1).max(500),
  type: z.literal('url'),
  destination: z.url({ protocol: /^https?$/ }).max(2_048),
  active: z.boolean().default(true),
  api_version: z.int().min(1).default(1),
  include_sensitive_fields: z.boolean().default(false),
  subscribed_events: z.array(eventType),
  traffic_source: z.enum(['platform', 'simulation', 'all']).default('platform'),
});

export const settingUpdate = z
  .strictObject({
    description: settingCreate.shape.description,
    destination: settingCreate.shape.destination,
    active: z.boolean(),
    api_version: z.int().min(1),
    include_sensitive_fields: z.boolean(),
    subscribed_events: settingCreate.shape.subscribed_events,
    traffic_source: z.enum(['platform', 'simulation', 'all']),
  })
  .partial();
