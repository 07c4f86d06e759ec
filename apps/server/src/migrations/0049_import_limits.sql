-- Limits that the superuser set for an import. Applying its preview unpacks the zip again, with the same limits.
alter table import_previews add column limits json not null default '{}';
