-- Changes of cached pages by learners. Each process polls them, because NOTIFY would let their transactions wait for each
-- other at commit. The transaction ID shows which rows may have become visible since the last poll.
create table page_changes (
  pk bigint generated always as identity primary key,
  paths jsonb not null,
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now()
);
create index page_changes_transaction_idx on page_changes (transaction);
