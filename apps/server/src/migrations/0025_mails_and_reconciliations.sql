-- Mails about money, and the comparison of what we know with what Paddle knows.

-- Each mail once, however often and in whatever order we hear of what it reports.
create table payment_mails (
  pk integer generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'reminder', 'failed', 'cancellation', 'resumption', 'end')),
  -- A subscription, or `seat_` and the number of a voucher's seat.
  subject text not null,
  -- What makes it this mail and not an earlier one: the payment of the period, or the event that told of it.
  occasion text not null,
  user_pk integer not null references users on delete cascade,
  queued_at timestamptz not null,
  sent_at timestamptz,
  unique (kind, subject, occasion)
);
create index payment_mails_user on payment_mails (user_pk);

-- What a payment pays for.
alter table payments
  add column period_starts_at timestamptz,
  add column period_ends_at timestamptz;

-- For the sweeps that look every minute for what ends or renews.
create index entitlements_ends on entitlements (ends_at) where ends_at is not null;
create index subscriptions_next_billed on subscriptions (next_billed_at) where next_billed_at is not null;

create table payment_reconciliations (
  pk integer generated always as identity primary key,
  started_at timestamptz not null,
  -- When it last did something; one that is silent for long has died with its process.
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- How many of each Paddle told of.
  subscriptions integer not null default 0,
  payments integer not null default 0,
  -- The subscriptions and payments that we knew differently, or not at all.
  changed text[] not null default '{}',
  -- Why it did not come to its end.
  failure text
);
