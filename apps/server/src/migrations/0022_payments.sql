-- Money. Paddle sells and keeps the invoices; what it told us is the ledger, and all other tables follow from it.

-- Every event as it came, before anything is done with it.
create table paddle_events (
  event_id text primary key,
  event_type text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  body text not null,
  -- Null while it waits.
  applied_at timestamptz,
  -- Why it could not be read; then it does not wait.
  fault text
);
create index paddle_events_occurred on paddle_events (occurred_at, event_id);
create index paddle_events_waiting on paddle_events (received_at) where applied_at is null and fault is null;

-- Whose customer at Paddle is whose account here. What Paddle says of a customer without an account waits for one.
create table paddle_customers (
  customer_id text primary key,
  user_pk integer not null unique references users on delete cascade,
  address_id text,
  created_at timestamptz not null default now()
);

-- The newest state that an event told of; (occurred_at, event_id) of that event.
create table subscriptions (
  id text primary key,
  customer_id text not null,
  status text not null check (status in ('active', 'trialing', 'past_due', 'paused', 'canceled')),
  product_id text not null,
  price_id text not null,
  cycle text not null check (cycle in ('monthly', 'yearly')),
  currency text not null,
  -- Of one period, in the currency's minor unit, without tax.
  amount bigint not null,
  started_at timestamptz not null,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  next_billed_at timestamptz,
  change_action text check (change_action in ('cancel', 'pause', 'resume')),
  change_at timestamptz,
  paused_at timestamptz,
  canceled_at timestamptz,
  occurred_at timestamptz not null,
  event_id text not null,
  check ((change_action is null) = (change_at is null))
);
create index subscriptions_customer on subscriptions (customer_id);

create table payments (
  id text primary key,
  customer_id text,
  subscription_id text,
  status text not null,
  currency text not null,
  -- What the buyer pays, tax included, in the currency's minor unit.
  total bigint not null,
  price_id text,
  invoice_number text,
  billed_at timestamptz,
  created_at timestamptz not null,
  occurred_at timestamptz not null,
  event_id text not null
);
create index payments_customer on payments (customer_id, created_at desc);
create index payments_subscription on payments (subscription_id);

-- Money that goes back: refunds, credits, chargebacks.
create table adjustments (
  id text primary key,
  payment_id text not null,
  action text not null,
  status text not null,
  total bigint not null,
  occurred_at timestamptz not null,
  event_id text not null
);
create index adjustments_payment on adjustments (payment_id);

-- The one entitlement that a subscription gives.
alter table entitlements add column subscription_id text unique references subscriptions;
