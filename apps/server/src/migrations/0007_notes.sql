-- Notes that come back for review, carry times of videos and may be shown to others; feedback on lessons.

alter table notes
  -- Times in videos: [{module, at, text}], at in seconds.
  add column marks jsonb not null default '[]',
  -- Since when those who have finished the lesson may read what_i_learned; null: nobody may.
  add column published_at timestamptz,
  -- A superuser has taken it down. It stays the owner's, who sees that.
  add column hidden boolean not null default false;
create index notes_published_idx on notes (subchapter_pk, published_at desc, user_pk desc)
  where published_at is not null and not hidden;

-- One a lesson, made with the first note on it and kept when the text goes: the state of its spaced repetition (FSRS).
create table note_cards (
  user_pk integer not null references users on delete cascade,
  subchapter_pk integer not null references subchapters,
  due_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'learning', 'review', 'relearning')),
  -- Days until nine of ten would still know it, and 1 (easy) to 10; both 0 before the first review.
  stability double precision not null default 0,
  difficulty double precision not null default 0,
  scheduled_days integer not null default 0,
  reps integer not null default 0,
  lapses integer not null default 0,
  last_review_at timestamptz,
  primary key (user_pk, subchapter_pk)
);
create index note_cards_due_idx on note_cards (user_pk, due_at, subchapter_pk);

-- Each answer to a shown card. The time that it was due names the card as it was shown: it is answered once.
create table note_reviews (
  user_pk integer not null references users on delete cascade,
  subchapter_pk integer not null references subchapters,
  due_at timestamptz not null,
  rating text not null check (rating in ('again', 'hard', 'good', 'easy')),
  reviewed_at timestamptz not null,
  primary key (user_pk, subchapter_pk, due_at)
);
create index note_reviews_day_idx on note_reviews (user_pk, reviewed_at);

-- Notes from before have been waiting long enough: they are due.
insert into note_cards (user_pk, subchapter_pk, due_at)
  select user_pk, subchapter_pk, date_trunc('milliseconds', updated_at) + interval '1 day' from notes
  where updated_at is not null and (what_i_learned <> '' or did_not_understand <> '');

create table lesson_feedback (
  user_pk integer not null references users on delete cascade,
  subchapter_pk integer not null references subchapters,
  pace text check (pace in ('slow', 'right', 'fast')),
  rating smallint check (rating between 1 and 5),
  text text not null default '',
  -- The revision of the lesson that it is about.
  revision integer not null,
  updated_at timestamptz not null,
  primary key (user_pk, subchapter_pk)
);
create index lesson_feedback_at_idx on lesson_feedback (updated_at desc, user_pk desc, subchapter_pk desc);
create index lesson_feedback_lesson_idx on lesson_feedback (subchapter_pk, updated_at desc, user_pk desc);
