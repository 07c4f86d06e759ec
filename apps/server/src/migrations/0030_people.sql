-- People are found by a part of their name or address, however many there are.
create index users_username_trigram_idx on users using gin (lower(username) gin_trgm_ops);
create index users_email_trigram_idx on users using gin (lower(email) gin_trgm_ops);
-- The newest first, of the few that are not like the others.
create index users_inactive_idx on users (pk desc) where not is_active;
create index users_leaving_idx on users (pk desc) where delete_at is not null;
create index users_superuser_idx on users (pk desc) where is_superuser;
create index users_beta_idx on users (pk desc) where beta_access;
create index entitlements_tier_idx on entitlements (tier, user_pk);

-- What the overview counts. Rows come in the order of their times, so a few words a block are enough.
create index users_created_idx on users using brin (created_at);
create index solves_at_idx on solves using brin (solved_at);
create index paddle_events_faulty on paddle_events (occurred_at desc) where fault is not null;

-- What somebody handed in, and whose it was.
create index flag_incidents_user_idx on flag_incidents (user_pk, at desc);
create index flag_incidents_owner_idx on flag_incidents (owner_pk, at desc);

-- Published notes and those that were taken down, for superusers.
create index notes_all_published_idx on notes (published_at desc, user_pk desc, subchapter_pk desc)
  where published_at is not null;
create index notes_hidden_idx on notes (published_at desc, user_pk desc, subchapter_pk desc) where hidden;

-- The audit log is read by subject and by action too, each in the order of its entries.
create index audit_events_subject_idx on audit_events (subject, pk desc);
create index audit_events_action_idx on audit_events (action text_pattern_ops, pk desc);
create index audit_events_actor_pk_idx on audit_events (actor_pk, pk desc);

-- It only grows. When an account is deleted, its entries lose who it was and what they say of it, and nothing else: the
-- transaction of the deletion names the account in `hexpedition.forgets`, and the name goes once the account is gone.
create function keep_audit_events() returns trigger language plpgsql as $$
declare
  forgets text := current_setting('hexpedition.forgets', true);
begin
  if tg_op = 'UPDATE'
    and (new.pk, new.at, new.action, new.subject) = (old.pk, old.at, old.action, old.subject)
    and (new.actor_pk is not distinct from old.actor_pk
      or (new.actor_pk is null and not exists (select from users where users.pk = old.actor_pk)))
    and (new.data = old.data
      or (new.data = '{}' and forgets in ('user:' || old.actor_pk, old.subject)))
  then
    return new;
  end if;
  raise exception 'The audit log only grows.' using errcode = 'restrict_violation';
end $$;
create trigger audit_events_kept before update or delete on audit_events
  for each row execute function keep_audit_events();
create function keep_all_audit_events() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows.' using errcode = 'restrict_violation';
end $$;
create trigger audit_events_never_emptied before truncate on audit_events
  for each statement execute function keep_all_audit_events();
