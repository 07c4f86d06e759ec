-- Accounts: settings, second factors, sign-in through a provider, invitations, pictures, notes, mails that wait.

alter table users
  -- Null for those who came through a provider and never chose one.
  alter column password_hash drop not null,
  add column listed boolean not null default true,
  add column sign_in_mails boolean not null default true,
  add column shortcuts boolean not null default true,
  add column profile_public boolean not null default true,
  add column profile_about text not null default '',
  add column profile_points boolean not null default true,
  add column profile_trainings boolean not null default true,
  add column profile_labs boolean not null default true,
  add column profile_activity boolean not null default true,
  -- When the account goes; null unless its owner has asked for that.
  add column delete_at timestamptz;
create index users_delete_idx on users (delete_at) where delete_at is not null;
-- A slug leads to a profile, so nobody may take somebody else's name for one, whatever its case.
drop index users_profile_slug_key;
create unique index users_profile_slug_key on users (lower(profile_slug));

alter table sessions
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check
    check (end_reason in ('logout', 'ended', 'reuse', 'expired', 'disabled', 'password', 'deleted'));

-- Whether a device is new to an account is asked at every log-in, of its ended sessions too.
create index sessions_by_user_idx on sessions (user_pk, pk);

-- The secret of an authenticator app, encrypted. Without confirmed_at it is being set up and asked of nobody.
create table totp_secrets (
  user_pk integer primary key references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The 30 s step of the code that was used last: no code is good twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_pk integer not null references users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_pk, hash)
);

create table passkeys (
  pk integer generated always as identity primary key,
  user_pk integer not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  synced boolean not null default false,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_pk);

-- Who somebody is at the OpenID Connect provider.
create table provider_identities (
  issuer text not null,
  subject text not null,
  user_pk integer not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_pk, issuer)
);

-- Things begun that are finished once and soon: a passkey's challenge, a way to the provider and back.
create table tickets (
  hash bytea primary key,
  purpose text not null,
  user_pk integer references users on delete cascade,
  data jsonb not null default '{}',
  expires_at timestamptz not null
);
create index tickets_expires_idx on tickets (expires_at);

create table invites (
  pk integer generated always as identity primary key,
  code_hash bytea not null unique,
  label text not null default '',
  beta_access boolean not null default false,
  tier smallint check (tier in (1, 2, 3)),
  days integer check (days > 0),
  max_uses integer not null check (max_uses > 0),
  uses integer not null default 0 check (uses <= max_uses),
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create table invite_redemptions (
  invite_pk integer not null references invites on delete cascade,
  user_pk integer not null references users on delete cascade,
  redeemed_at timestamptz not null default now(),
  primary key (invite_pk, user_pk)
);
create index invite_redemptions_user_idx on invite_redemptions (user_pk);

-- One uploaded picture a user, made anew by the server (WebP, 256 px): never the bytes that came.
create table avatar_uploads (
  id uuid primary key,
  user_pk integer not null unique references users on delete cascade,
  webp bytea not null,
  created_at timestamptz not null default now()
);

create table notes (
  user_pk integer not null references users on delete cascade,
  subchapter_pk integer not null references subchapters,
  what_i_learned text not null default '',
  did_not_understand text not null default '',
  -- The revision of the lesson that they were written on.
  revision integer not null,
  -- Null while there is only a reminder that was put off.
  updated_at timestamptz,
  snoozed_until timestamptz,
  primary key (user_pk, subchapter_pk)
);

-- Where no SMTP server is set, mails lie here for a superuser to read.
create table outbox_mails (
  pk integer generated always as identity primary key,
  at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null
);
create index outbox_mails_at_idx on outbox_mails (at);

-- A pass into a lab ends with the session that opened it.
alter table lab_entries add column session_pk integer references sessions on delete cascade;

-- On the leaderboard are those who are active, want to be, and do not leave.
create or replace function show_score() returns trigger language plpgsql as $$
declare
  visible boolean := new.is_active and new.listed and new.delete_at is null;
begin
  update scores set shown = visible where user_pk = new.pk and shown <> visible;
  return null;
end $$;
drop trigger users_enabled on users;
create trigger users_enabled after update of is_active, listed, delete_at on users
  for each row when (
    old.is_active <> new.is_active or old.listed <> new.listed or old.delete_at is distinct from new.delete_at
  ) execute function show_score();

-- A score that is new begins as its owner wants it.
create function show_new_score() returns trigger language plpgsql as $$
begin
  select u.is_active and u.listed and u.delete_at is null into new.shown from users u where u.pk = new.user_pk;
  return new;
end $$;
create trigger scores_begin before insert on scores for each row execute function show_new_score();
