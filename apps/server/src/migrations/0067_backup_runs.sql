-- Backups: of the schedule, and of the command. All nodes read the table to find out which backup is due.
create table backup_runs (
  pk bigint generated always as identity primary key,
  -- Time for which the schedule planned it; null for a backup of the command. One node makes it.
  slot timestamptz unique,
  started_at timestamptz not null default now(),
  -- The node that makes the backup renews it. If it becomes old, the node has died, and another one takes over.
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Null while it runs.
  ok boolean,
  bytes bigint,
  -- Folder, or host and bucket. Never a credential.
  target text not null,
  message text not null default '',
  check ((ended_at is null) = (ok is null))
);
create index backup_runs_good_idx on backup_runs (ended_at) where ok;
