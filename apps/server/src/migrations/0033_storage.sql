-- The bytes of a file lie in media_chunks or, where the operator has one, in a bucket. Of those in the bucket the first
-- bytes stay here: readers of the courses look at them to recognise a file's type.
alter table media
  add column stored_in text not null default 'database' check (stored_in in ('database', 'bucket')),
  add column head bytea,
  add constraint media_head_check check ((stored_in = 'bucket') = (head is not null));
