-- The points for which a learner opened the source of a repair before finding all flags; null if they did not.
alter table lab_repairs add column source_price integer check (source_price >= 0);
-- Until now every source was open: learners who have worked on one keep it.
update lab_repairs set source_price = 0;
