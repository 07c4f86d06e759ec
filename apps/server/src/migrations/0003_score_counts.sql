-- How many learners have each sum of points: a rank is the learners above plus those with the same points who were
-- earlier, so nobody has to be counted one by one. Kept by a trigger: whoever writes scores, the counts follow.

alter table scores add column shown boolean not null default true;
drop index scores_rank_idx;
create index scores_rank_idx on scores (points desc, last_solve_at, user_pk) where shown and points > 0;

create table score_counts (
  points integer primary key,
  learners integer not null
);

create function count_scores() returns trigger language plpgsql as $$
begin
  -- Rows in order of points: two statements that touch the same two never wait for each other in a circle.
  if tg_op = 'INSERT' then
    insert into score_counts as counts (points, learners)
      select points, count(*) from new_rows where shown and points > 0 group by points order by points
      on conflict (points) do update set learners = counts.learners + excluded.learners;
  elsif tg_op = 'DELETE' then
    insert into score_counts as counts (points, learners)
      select points, -count(*) from old_rows where shown and points > 0 group by points order by points
      on conflict (points) do update set learners = counts.learners + excluded.learners;
  else
    insert into score_counts as counts (points, learners)
      select points, sum(change) from (
        select points, 1 as change from new_rows where shown and points > 0
        union all
        select points, -1 from old_rows where shown and points > 0
      ) as changes group by points having sum(change) <> 0 order by points
      on conflict (points) do update set learners = counts.learners + excluded.learners;
  end if;
  return null;
end $$;

create trigger scores_inserted after insert on scores
  referencing new table as new_rows for each statement execute function count_scores();
create trigger scores_updated after update on scores
  referencing old table as old_rows new table as new_rows for each statement execute function count_scores();
create trigger scores_deleted after delete on scores
  referencing old table as old_rows for each statement execute function count_scores();

insert into score_counts (points, learners) select points, count(*) from scores where points > 0 group by points;

-- A disabled account leaves the leaderboard, and comes back to its place when it is enabled again.
create function show_score() returns trigger language plpgsql as $$
begin
  update scores set shown = new.is_active where user_pk = new.pk and shown <> new.is_active;
  return null;
end $$;
create trigger users_enabled after update of is_active on users
  for each row when (old.is_active <> new.is_active) execute function show_score();
