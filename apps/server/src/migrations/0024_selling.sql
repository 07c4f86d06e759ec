-- What the pages on which people buy show beside what events tell.

-- Where a customer lives, as a country (ISO 3166): how money and dates are written to them.
alter table paddle_customers add column country text check (country ~ '^[A-Z]{2}$');

alter table payments
  -- What was taken: the total without what credit has covered, as after an upgrade.
  add column paid bigint,
  -- In the total, in the currency's minor unit.
  add column tax bigint,
  -- What has led to it, in Paddle's words: web, subscription_recurring, subscription_update, …
  add column origin text,
  add column card_type text,
  add column card_last4 text;
update payments set paid = total;
alter table payments alter column paid set not null;

-- The prices of what is sold, as Paddle last told them, so that no visitor waits for Paddle.
create table paddle_prices (
  price_id text primary key,
  product_id text not null,
  name text not null,
  description text not null,
  currency text not null,
  -- Of one period, without tax, in the currency's minor unit.
  amount bigint not null,
  read_at timestamptz not null
);
