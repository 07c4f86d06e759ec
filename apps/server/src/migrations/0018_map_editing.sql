-- The editor of the maps: drafts, who did what, and what the files said last.

-- Who published a version in the editor; null for imports.
alter table hexmap_versions add column user_pk integer references users on delete set null;

-- The map as its authors have it now. Without a row the draft is what is live.
create table hexmap_drafts (
  kind text primary key check (kind in ('trainings', 'videos')),
  source jsonb not null,
  -- Goes up by one with every change: the draft's ETag.
  revision integer not null,
  -- Null where nobody has changed it since it was published.
  saved_at timestamptz,
  user_pk integer references users on delete set null
);

-- What the curriculum's file said at the last import: from there an import and the authors parted.
create table hexmap_files (
  kind text primary key check (kind in ('trainings', 'videos')),
  source jsonb not null,
  source_hash text not null
);
insert into hexmap_files (kind, source, source_hash)
select distinct on (kind) kind, source, source_hash from hexmap_versions order by kind, pk desc;

create table hexmap_acts (
  pk integer generated always as identity primary key,
  kind text not null check (kind in ('trainings', 'videos')),
  act text not null check (act in ('saved', 'published_beta', 'published_live', 'rolled_back', 'imported')),
  at timestamptz not null,
  user_pk integer references users on delete set null,
  hexmap_pk integer references hexmap_versions,
  note text not null default ''
);
create index hexmap_acts_kind on hexmap_acts (kind, pk desc);
create index hexmap_acts_user on hexmap_acts (user_pk);
create index hexmap_drafts_user on hexmap_drafts (user_pk);
create index hexmap_versions_user on hexmap_versions (user_pk);

-- What a superuser has changed of the features; null leaves the configuration's word.
create table feature_edits (
  version text primary key check (version in ('2', 'beta')),
  paddle boolean,
  login boolean,
  register boolean,
  msg text
);
