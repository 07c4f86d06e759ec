-- When a course or lab came to a site that had others; null for what was there from the beginning.
alter table trainings add column added_at timestamptz;
alter table labs add column added_at timestamptz;
