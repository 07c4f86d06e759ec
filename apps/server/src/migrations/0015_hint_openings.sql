-- Which hints of a lab a learner has opened, and when. A hint is known by its place in the lab's list, from 1.
create table hint_openings (
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  number smallint not null check (number > 0),
  opened_at timestamptz not null,
  primary key (user_pk, lab_pk, number)
);
