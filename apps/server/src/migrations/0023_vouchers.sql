-- Vouchers: made in batches by superusers, redeemed by a secret code. A seat is one use of a voucher.

create table voucher_batches (
  pk integer generated always as identity primary key,
  name text not null,
  tier smallint not null check (tier in (1, 2, 3)),
  months smallint not null check (months > 0),
  -- How many people can redeem each voucher.
  uses smallint not null check (uses > 0),
  -- The last moment to redeem.
  expires_at timestamptz,
  made_by integer references users on delete set null,
  made_at timestamptz not null,
  -- Who sees the seats and takes them back: the teacher of a class.
  holder_pk integer references users on delete set null
);
create index voucher_batches_holder on voucher_batches (holder_pk) where holder_pk is not null;

-- The pk is the number that people tell the operator. The code is shown once and is kept as its SHA-256 alone.
create table vouchers (
  pk integer generated always as identity (start with 1001) primary key,
  batch_pk integer not null references voucher_batches on delete cascade,
  secret_hash bytea not null unique,
  disabled_at timestamptz
);
create index vouchers_batch on vouchers (batch_pk, pk);

-- A seat outlives the account that took it, without its name: otherwise a deleted account would give a use back.
create table voucher_seats (
  pk integer generated always as identity primary key,
  voucher_pk integer not null references vouchers on delete cascade,
  user_pk integer references users on delete set null,
  redeemed_at timestamptz not null,
  -- When the holder took it back; the seat is free since then.
  released_at timestamptz
);
-- Nobody has two seats of one voucher, nor comes back to one that was taken from them.
create unique index voucher_seats_once on voucher_seats (voucher_pk, user_pk);
create index voucher_seats_user on voucher_seats (user_pk);

-- The one entitlement that a seat gives.
alter table entitlements add column voucher_seat_pk integer unique references voucher_seats on delete cascade;
