import type { FastifyInstance } from 'fastify';
import { lineOf, pricedOf, productOf, taxRegionWith } from '../billing/bill-lines.ts';
import { selectAddress } from '../billing/customers.ts';
import type { Context } from '../context.ts';
import { formatAmount } from '../money/tax-regions.ts';
import { toTotals } from '../money/totals.ts';
import { notFound } from '../paddle-error.ts';
import type { Currency, Price, Totals } from '../shapes.ts';
import { bodyOf, type Call, filtered, includes, metaOf, page, param } from './call.ts';
import { pricingPreview } from './request-schemas.ts';

export function catalogueRoutes(app: FastifyInstance, context: Context): void {
  const products = () => Object.values(context.catalogue.products);
  const prices = () => Object.values(context.catalogue.prices);
  const withPrices = (call: Call) => (product: ReturnType<typeof products>[number]) =>
    includes(call, 'prices')
      ? { ...product, prices: prices().filter((price) => price.product_id === product.id) }
      : product;
  const withProduct = (call: Call) => (price: Price) =>
    includes(call, 'product') ? { ...price, product: productOf(context, price) } : price;

  app.get('/products', (call: Call) =>
    page(call, filtered(products(), call, { fields: ['id', 'status', 'type', 'tax_category'] }), {
      idOf: ({ id }) => id,
      show: withPrices(call),
    }),
  );
  app.get('/products/:id', (call: Call) => {
    const product = context.catalogue.products[param(call, 'id')];
    if (!product) throw notFound(`Product ${param(call, 'id')}`);
    return { data: withPrices(call)(product), meta: metaOf(call) };
  });
  app.get('/prices', (call: Call) =>
    page(call, filtered(prices(), call, { fields: ['id', 'product_id', 'status', 'type'] }), {
      idOf: ({ id }) => id,
      show: withProduct(call),
    }),
  );
  app.get('/prices/:id', (call: Call) => {
    const price = context.catalogue.prices[param(call, 'id')];
    if (!price) throw notFound(`Price ${param(call, 'id')}`);
    return { data: withProduct(call)(price), meta: metaOf(call) };
  });
  app.post('/pricing-preview', (call: Call) => ({ data: previewPrices(context, call), meta: metaOf(call) }));
}

interface PreviewRequest {
  customer_id?: string | null;
  address_id?: string | null;
  currency_code?: Currency | null;
  address?: { country_code: string; postal_code?: string | null } | null;
}

/** Returns the tax region of a preview: of the given address, the customer's address, or the United States. */
export function taxRegionOfPreview(
  context: Context,
  { customer_id, address_id, address, currency_code }: PreviewRequest,
) {
  const owner = customer_id ?? context.state.addresses[address_id ?? '']?.customer_id ?? '';
  const stored = address_id ? selectAddress(context, address_id, owner) : null;
  const country = address?.country_code ?? stored?.country_code ?? 'US';
  return taxRegionWith(country, address?.postal_code ?? stored?.postal_code ?? null, currency_code);
}

/** Previews prices in a country. Stores nothing. */
export function previewPrices(context: Context, call: Call) {
  const request = bodyOf(pricingPreview, call);
  const region = taxRegionOfPreview(context, request);
  const shown = (totals: Totals): Totals => ({
    subtotal: formatAmount(totals.subtotal, region.currency),
    discount: formatAmount(totals.discount, region.currency),
    tax: formatAmount(totals.tax, region.currency),
    total: formatAmount(totals.total, region.currency),
  });
  const lines = pricedOf(context, request.items).map((one) => lineOf(one, region));
  return {
    customer_id: request.customer_id ?? null,
    address_id: request.address_id ?? null,
    business_id: null,
    currency_code: region.currency,
    discount_id: null,
    address: request.address
      ? { country_code: request.address.country_code, postal_code: request.address.postal_code ?? null }
      : null,
    customer_ip_address: request.customer_ip_address ?? null,
    details: {
      line_items: lines.map((line) => ({
        price: line.price,
        quantity: line.quantity,
        tax_rate: line.taxRate,
        unit_totals: toTotals(line.unit),
        formatted_unit_totals: shown(toTotals(line.unit)),
        totals: toTotals(line.sum),
        formatted_totals: shown(toTotals(line.sum)),
        product: productOf(context, line.price),
        discounts: [],
      })),
    },
    available_payment_methods: ['card'],
  };
}
