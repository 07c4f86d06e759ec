-- Configurations of the consent manager, as they were published. A row never changes, except that the next one
-- archives it: what visitors have decided refers to what they were shown.
create table privacy_versions (
  number integer primary key check (number > 0),
  -- Random, in hexadecimal. Browsers name the configuration by it when they tell what a visitor has decided.
  id text not null unique,
  config jsonb not null,
  status text not null check (status in ('active', 'archived')),
  -- Null for the platform itself, and for accounts that are gone.
  published_by integer references users on delete set null,
  published_at timestamptz not null
);
create unique index privacy_versions_active on privacy_versions (status) where status = 'active';
create index privacy_versions_published_by on privacy_versions (published_by);

create function keep_privacy_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.number, new.id, new.config, new.published_at)
      is distinct from (old.number, old.id, old.config, old.published_at) then
    raise exception 'A configuration that was published never changes.';
  end if;
  return new;
end $$;
create trigger privacy_versions_kept before update or delete on privacy_versions
  for each row execute function keep_privacy_version();

-- So that no number of a revision comes twice, not even after a draft was thrown away.
create sequence privacy_draft_revisions as integer;

-- The one draft that superusers share.
create table privacy_draft (
  one boolean primary key default true check (one),
  id text not null,
  config jsonb not null,
  revision integer not null default nextval('privacy_draft_revisions'),
  -- The version that it was made from.
  base integer not null references privacy_versions,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null
);
create index privacy_draft_base on privacy_draft (base);
create index privacy_draft_changed_by on privacy_draft (changed_by);

-- What visitors have decided, as a proof: no account, no address, no browser.
create table consent_records (
  pk bigint generated always as identity primary key,
  at timestamptz not null,
  type text collate "C" not null check (type in ('save', 'accept', 'decline', 'show', 'contextual-accept')),
  version integer not null references privacy_versions,
  -- Service → whether it was accepted. Empty where nothing was decided yet.
  consents jsonb not null,
  -- Of a selection that was saved: what is different from before.
  changes jsonb,
  pathname text,
  hostname text not null,
  port integer not null,
  protocol text not null,
  client_name text not null,
  client_version text not null
);
create index consent_records_type on consent_records (type, pk);
create index consent_records_at on consent_records (at);

-- Sums of them, in days of UTC. They stay when the records go.
create table consent_days (
  day date primary key,
  shown integer not null default 0,
  accepted integer not null default 0,
  declined integer not null default 0,
  saved integer not null default 0,
  contextual integer not null default 0
);

-- Decisions in which a service was up for choice.
create table consent_service_days (
  day date not null,
  service text collate "C" not null,
  accepted integer not null,
  decided integer not null,
  primary key (day, service)
);
