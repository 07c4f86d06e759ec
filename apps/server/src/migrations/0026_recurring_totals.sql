-- What each period costs from now on, tax included: after a change of the plan no payment says it before the next renewal.
alter table subscriptions
  -- Of which price it is; after another change it says nothing.
  add column recurring_price_id text,
  add column recurring_total bigint,
  -- When Paddle said it.
  add column recurring_at timestamptz;
