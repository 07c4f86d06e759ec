-- The files of the curriculum as their authors wrote them: imports bring them, and authors change them in the browser.
-- What learners read is compiled from them. The maps are not among them (see hexmap_versions).
create table source_files (
  pk integer generated always as identity primary key,
  -- In the curriculum's folder.
  path text not null check (length(path) between 1 and 1000),
  -- One of both. Neither is there when the file is gone: its row stays for its revisions, and may come back.
  text text,
  media_hash text references media,
  -- SHA-256 of the bytes.
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  size integer not null default 0,
  -- The newest of source_revisions.
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null for an import.
  changed_by integer references users on delete set null,
  check (num_nonnulls(text, media_hash) = num_nonnulls(hash))
);
create unique index source_files_path_idx on source_files (path) where hash is not null;
create index source_files_gone_idx on source_files (path) where hash is null;
create index source_files_media_idx on source_files (media_hash);
create index source_files_changed_by_idx on source_files (changed_by);

create table source_revisions (
  file_pk integer not null references source_files on delete cascade,
  n integer not null,
  path text not null,
  text text,
  -- The bytes of a replaced file are not kept.
  media_hash text,
  act text not null check (act in ('imported', 'published', 'scheduled', 'moved', 'withdrawn')),
  at timestamptz not null default now(),
  by_pk integer references users on delete set null,
  note text not null default '',
  primary key (file_pk, n)
);
create index source_revisions_by_idx on source_revisions (by_pk);

-- What the last import of each source brought: the base of the three-way comparison with what was changed since.
create table source_imports (
  -- 'curriculum' for the folder that ships, 'bundle:…' for what an operator imports.
  source text not null,
  -- As the source calls it; the file may have moved here.
  path text not null,
  file_pk integer not null references source_files on delete cascade,
  hash text not null,
  primary key (source, path)
);
create index source_imports_file_idx on source_imports (file_pk);

-- What was compiled of each training's folder, so that a change of one does not read them all.
create table compiled_trainings (
  folder text primary key,
  -- Of its files, and of all else that the result depends on.
  fingerprint text not null,
  training json not null,
  facts json not null
);

-- Each source has its own file of a map to be compared with.
alter table hexmap_files add column brought_by text not null default 'curriculum';
alter table hexmap_files drop constraint hexmap_files_pkey;
alter table hexmap_files add primary key (kind, brought_by);
alter table hexmap_files alter column brought_by drop default;
