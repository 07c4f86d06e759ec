-- Maps are compared by what they say: a hash of their text is not the same after PostgreSQL has stored it.
alter table hexmap_versions drop column source_hash;
alter table hexmap_files drop column source_hash;
