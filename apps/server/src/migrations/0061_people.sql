-- Totals of each account, so that the list of accounts can be sorted by them without counting. Triggers keep them up to
-- date in the transaction of the change.
create table user_totals (
  user_pk integer primary key references users on delete cascade,
  -- -infinity before the first log-in.
  last_seen_at timestamptz not null default '-infinity',
  lessons integer not null default 0,
  points integer not null default 0
);

insert into user_totals (user_pk, last_seen_at, lessons, points)
select users.pk, coalesce(seen.at, '-infinity'), coalesce(done.lessons, 0), coalesce(solved.points, 0)
from users
left join (select user_pk, max(last_seen_at) as at from sessions group by user_pk) as seen on seen.user_pk = users.pk
left join (select user_pk, count(*)::int as lessons from completions group by user_pk) as done on done.user_pk = users.pk
left join (select user_pk, sum(points)::int as points from solves group by user_pk) as solved on solved.user_pk = users.pk;

create index user_totals_last_seen on user_totals (last_seen_at, user_pk);
create index user_totals_lessons on user_totals (lessons, user_pk);
create index user_totals_points on user_totals (points, user_pk);

create function start_user_totals() returns trigger language plpgsql as $$
begin
  insert into user_totals (user_pk) select pk from added;
  return null;
end $$;
create trigger user_totals after insert on users
  referencing new table as added for each statement execute function start_user_totals();

create function see_user() returns trigger language plpgsql as $$
begin
  update user_totals set last_seen_at = new.last_seen_at
  where user_pk = new.user_pk and last_seen_at < new.last_seen_at;
  return null;
end $$;
create trigger user_totals_insert after insert on sessions for each row execute function see_user();
create trigger user_totals_update after update of last_seen_at on sessions for each row execute function see_user();

-- The accounts of one statement are locked in the order of their keys, so that two statements cannot wait for each other.
create function count_completions() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from user_totals where user_pk in (select user_pk from changed) order by user_pk for no key update;
  update user_totals set lessons = lessons + step * counted.n
  from (select user_pk, count(*)::int as n from changed group by user_pk) as counted
  where user_totals.user_pk = counted.user_pk;
  return null;
end $$;
create trigger user_totals_insert after insert on completions
  referencing new table as changed for each statement execute function count_completions();
create trigger user_totals_delete after delete on completions
  referencing old table as changed for each statement execute function count_completions();

create function count_points() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from user_totals where user_pk in (select user_pk from changed) order by user_pk for no key update;
  update user_totals set points = user_totals.points + step * summed.points
  from (select user_pk, sum(points)::int as points from changed group by user_pk) as summed
  where user_totals.user_pk = summed.user_pk and summed.points <> 0;
  return null;
end $$;
create trigger user_totals_insert after insert on solves
  referencing new table as changed for each statement execute function count_points();
create trigger user_totals_delete after delete on solves
  referencing old table as changed for each statement execute function count_points();

-- Whether an address was added before is looked up when superusers add people.
create index users_pending_email_idx on users (lower(pending_email)) where pending_email is not null;

-- A mail that was only stored in the outbox, because no mail server is set, was not sent.
alter table announcement_mails drop constraint announcement_mails_state_check;
alter table announcement_mails add constraint announcement_mails_state_check
  check (state in ('waiting', 'sending', 'sent', 'stored', 'refused', 'unknown', 'left_out'));
