-- Each running node reports here every few seconds. The times are the database's, so clocks of nodes may differ.
create table nodes (
  name text primary key,
  address text,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  draining boolean not null default false,
  processes jsonb not null default '[]'
);

-- The instances of one node, when it starts, when it has died, and for its queue.
create index instances_runner_idx on instances (runner) where status in ('queued', 'starting', 'running', 'stopping');
