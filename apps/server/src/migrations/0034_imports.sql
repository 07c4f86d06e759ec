-- Imports that superusers have tried and may still carry out; their zips lie in upload_parts under the same id.
create table import_trials (
  id uuid primary key,
  user_pk integer not null references users on delete cascade,
  name text not null,
  -- As it was asked for: 'auto' finds it out again.
  format text not null check (format in ('auto', 'bundle', 'ctfcli', 'dojo')),
  -- The name of a continent for challenges of others; empty for the usual one.
  continent text not null,
  parts integer not null,
  -- Of the sources as they were then: what was shown is imported only into these.
  etag text not null,
  shown json not null,
  at timestamptz not null
);
create index import_trials_at_idx on import_trials (at);
create index import_trials_user_idx on import_trials (user_pk);
