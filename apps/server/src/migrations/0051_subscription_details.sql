-- Billing cycle, quantity and discount of a subscription, and the trial of a price.
alter table subscriptions
  add column billing_interval text not null default 'month' check (billing_interval in ('day', 'week', 'month', 'year')),
  add column billing_frequency integer not null default 1 check (billing_frequency > 0),
  add column quantity integer not null default 1 check (quantity > 0),
  add column is_discounted boolean not null default false,
  add column discount_ends_at timestamptz;

update subscriptions set billing_interval = 'year' where cycle = 'yearly';
-- `cycle` was yearly or monthly, whatever Paddle had sent. The event has the exact cycle.
update subscriptions set
  billing_interval = coalesce(event.billing_cycle ->> 'interval', billing_interval),
  billing_frequency = coalesce((event.billing_cycle ->> 'frequency')::integer, 1)
from (select event_id, body::jsonb #> '{data,billing_cycle}' as billing_cycle from paddle_events) as event
where event.event_id = subscriptions.event_id;

alter table subscriptions drop column cycle, alter column billing_interval drop default;

alter table paddle_prices
  add column trial_interval text check (trial_interval in ('day', 'week', 'month', 'year')),
  add column trial_frequency integer check (trial_frequency > 0),
  add check ((trial_interval is null) = (trial_frequency is null));
