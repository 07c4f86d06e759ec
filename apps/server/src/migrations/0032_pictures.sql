-- The widths and formats in which a picture of a lesson is served; they are made once, of the picture in `media`.
create table picture_variants (
  hash text not null references media on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp')),
  bytes bytea not null,
  primary key (hash, width, format)
);

-- Files that authors send in parts, until the last one has come.
create table upload_parts (
  upload uuid not null,
  user_pk integer not null references users on delete cascade,
  part integer not null,
  bytes bytea not null,
  at timestamptz not null,
  primary key (upload, user_pk, part)
);
create index upload_parts_at_idx on upload_parts (at);
create index upload_parts_user_idx on upload_parts (user_pk);
