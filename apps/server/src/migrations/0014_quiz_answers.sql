-- What learners answered to the quizzes of lessons, the latest answer to each. A right one stays until the lesson is
-- rewritten.
create table quiz_answers (
  user_pk integer not null references users on delete cascade,
  module_pk integer not null references modules,
  -- Ids of options, in the order given, or one text.
  answer text[] not null,
  correct boolean not null,
  -- Of the lesson when it was answered: an answer to what was asked before says nothing about what is asked now.
  revision integer not null,
  answered_at timestamptz not null,
  primary key (user_pk, module_pk)
);
create index quiz_answers_module_idx on quiz_answers (module_pk);
