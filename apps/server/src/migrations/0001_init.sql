-- Forward only. Names are the glossary's; every id that people can see is an integer called pk.

-- accounts ------------------------------------------------------------------------------------------------------

create table users (
  pk integer generated always as identity primary key,
  username text not null,
  email text,
  pending_email text,
  password_hash text not null,
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  beta_access boolean not null default false,
  avatar text,
  profile_slug text not null,
  created_at timestamptz not null default now()
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create unique index users_profile_slug_key on users (profile_slug);

-- What lifts a user's tier, and for how long; the tier is the highest that is current.
create table entitlements (
  pk integer generated always as identity primary key,
  user_pk integer not null references users on delete cascade,
  source text not null check (source in ('subscription', 'voucher', 'grant', 'invite')),
  tier smallint not null check (tier in (1, 2, 3, 42)),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  created_at timestamptz not null default now()
);
create index entitlements_user_idx on entitlements (user_pk);

create table sessions (
  pk integer generated always as identity primary key,
  sid uuid not null unique,
  user_pk integer not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'ended', 'reuse', 'expired', 'disabled', 'password'))
);
create index sessions_user_idx on sessions (user_pk) where ended_at is null;

-- One row a rotation. A used credential that comes back ends its session (see accounts/sessions.service.ts).
create table refresh_tokens (
  hash bytea primary key,
  session_pk integer not null references sessions on delete cascade,
  issued_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session_idx on refresh_tokens (session_pk, issued_at desc);

-- A proof of work is good once: its nonce is kept until it has expired.
create table pow_nonces (
  nonce text primary key,
  expires_at timestamptz not null
);
create index pow_nonces_expires_idx on pow_nonces (expires_at);

-- Fixed-window counters, shared by all nodes.
create table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);
create index rate_limits_window_idx on rate_limits (window_ends_at);

-- Who did what to what: written in the same transaction as the thing itself.
create table audit_events (
  pk bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_pk integer references users on delete set null,
  action text not null,
  subject text not null default '',
  data jsonb not null default '{}'
);
create index audit_events_at_idx on audit_events (at desc);
create index audit_events_actor_idx on audit_events (actor_pk, at desc);

-- content -------------------------------------------------------------------------------------------------------
-- uid is the author's id that never changes; what is gone from the source is hidden, never deleted.

create table continents (
  pk integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  colour text not null,
  summary text not null,
  position integer not null default 0
);

create table trainings (
  pk integer generated always as identity primary key,
  uid text not null unique,
  slug text not null,
  continent_pk integer not null references continents,
  name text not null,
  tier smallint not null default 0,
  icon text not null,
  summary text not null,
  description_html text not null,
  recommended_next text[] not null default '{}',
  position integer not null,
  hidden boolean not null default false
);
create unique index trainings_slug_key on trainings (slug) where not hidden;

create table chapters (
  pk integer generated always as identity primary key,
  uid text not null unique,
  training_pk integer not null references trainings,
  slug text not null,
  name text not null,
  position integer not null,
  hidden boolean not null default false
);
create unique index chapters_slug_key on chapters (training_pk, slug) where not hidden;

create table subchapters (
  pk integer generated always as identity primary key,
  uid text not null unique,
  chapter_pk integer not null references chapters,
  slug text not null,
  name text not null,
  summary text not null,
  minutes smallint not null,
  position integer not null,
  revision integer not null default 1,
  content_hash text not null,
  hidden boolean not null default false
);
create unique index subchapters_slug_key on subchapters (slug) where not hidden;
create index subchapters_chapter_idx on subchapters (chapter_pk, position);

-- data is what a visitor may see; secret (right answers, explanations) never leaves the server unasked.
create table modules (
  pk integer generated always as identity primary key,
  subchapter_pk integer not null references subchapters,
  id text not null,
  position integer not null,
  kind text not null check (kind in ('text', 'quiz', 'flag', 'lab')),
  data jsonb not null,
  secret jsonb not null default '{}',
  hidden boolean not null default false,
  unique (subchapter_pk, id)
);
create index modules_subchapter_idx on modules (subchapter_pk, position) where not hidden;

create table labs (
  pk integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  summary text not null,
  tier smallint not null default 0,
  difficulty text not null check (difficulty in ('easy', 'medium', 'hard')),
  minutes smallint not null,
  risk text not null check (risk in ('bounded', 'code-exec', 'root-exec')),
  version text not null,
  briefing_html text not null,
  writeup_html text not null,
  hints jsonb not null default '[]',
  position integer not null default 0,
  hidden boolean not null default false
);

-- A flag is either a lesson's (one answer for all: salt and hash here) or a lab's (one answer per instance).
create table flags (
  pk integer generated always as identity primary key,
  module_pk integer references modules,
  lab_pk integer references labs,
  id text not null,
  name text not null,
  points integer not null check (points >= 0),
  position integer not null default 0,
  salt bytea,
  hash bytea,
  hidden boolean not null default false,
  check ((module_pk is null) <> (lab_pk is null)),
  check ((module_pk is null) = (hash is null))
);
create unique index flags_module_key on flags (module_pk) where module_pk is not null;
create unique index flags_lab_key on flags (lab_pk, id) where lab_pk is not null;

-- Immutable once published; live and beta point to a version.
create table hexmap_versions (
  pk integer generated always as identity primary key,
  kind text not null check (kind in ('trainings', 'videos')),
  source jsonb not null,
  source_hash text not null,
  compiled jsonb not null,
  published_at timestamptz not null default now()
);
create table hexmap_pointers (
  kind text not null check (kind in ('trainings', 'videos')),
  version text not null,
  hexmap_pk integer not null references hexmap_versions,
  primary key (kind, version)
);

-- progress ------------------------------------------------------------------------------------------------------

create table completions (
  user_pk integer not null references users on delete cascade,
  subchapter_pk integer not null references subchapters,
  revision integer not null,
  completed_at timestamptz not null default now(),
  primary key (user_pk, subchapter_pk)
);

create table solves (
  user_pk integer not null references users on delete cascade,
  flag_pk integer not null references flags,
  points integer not null,
  solved_at timestamptz not null default now(),
  primary key (user_pk, flag_pk)
);
create index solves_flag_idx on solves (flag_pk);

-- The leaderboard's sums, kept in the transaction that adds a solve.
create table scores (
  user_pk integer primary key references users on delete cascade,
  points integer not null,
  flags integer not null,
  last_solve_at timestamptz not null
);
create index scores_rank_idx on scores (points desc, last_solve_at, user_pk);

-- labs ----------------------------------------------------------------------------------------------------------

create table instances (
  pk integer generated always as identity primary key,
  label text not null unique,
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  lab_version text not null,
  status text not null check (status in ('queued', 'starting', 'running', 'stopping', 'stopped', 'expired', 'failed')),
  driver text not null,
  runner text not null,
  driver_ref text,
  endpoint text,
  isolation text,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz,
  ended_at timestamptz,
  extensions smallint not null default 0,
  stop_reason text,
  error text
);
create unique index instances_active_key on instances (user_pk, lab_pk)
  where status in ('queued', 'starting', 'running', 'stopping');
create index instances_status_idx on instances (status) where status in ('queued', 'starting', 'running', 'stopping');
create index instances_user_idx on instances (user_pk, created_at desc);

-- The flags of one instance, as hashes; accepted until a day after the instance has gone.
create table instance_flags (
  instance_pk integer not null references instances on delete cascade,
  flag_pk integer not null references flags,
  hash bytea not null,
  key_version smallint not null,
  primary key (instance_pk, flag_pk)
);
create index instance_flags_hash_idx on instance_flags (hash);

-- Single-use tickets through the gateway's door.
create table lab_entries (
  token_hash bytea primary key,
  instance_pk integer not null references instances on delete cascade,
  expires_at timestamptz not null
);

-- Somebody handed in a flag that was another learner's.
create table flag_incidents (
  pk integer generated always as identity primary key,
  at timestamptz not null default now(),
  user_pk integer not null references users on delete cascade,
  owner_pk integer references users on delete set null,
  flag_pk integer not null references flags
);
create index flag_incidents_at_idx on flag_incidents (at desc);
