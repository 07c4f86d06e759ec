-- Renames tables, columns, triggers, states, audit actions and queues to the field's terms. No row is added or removed.

-- Tables, and whatever carries their name: indexes with their constraints, other constraints, sequences.
do $$
declare
  renamed record;
  item record;
begin
  for renamed in select * from (values
    ('letter_wordings', 'custom_mail_templates'),
    ('feature_edits', 'feature_overrides'),
    ('flag_incidents', 'shared_flags'),
    ('import_trials', 'import_previews'),
    ('lesson_places', 'unpublished_lessons'),
    ('consent_records', 'consent_receipts'),
    ('hexmap_acts', 'hexmap_history'),
    ('hexmap_authors', 'hexmap_presence'),
    ('lab_entries', 'lab_tickets')
  ) as names (was, now)
  loop
    execute format('alter table %I rename to %I', renamed.was, renamed.now);
    for item in
      select relname as name, case relkind when 'S' then 'sequence' else 'index' end as kind from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and starts_with(relname, renamed.was || '_')
    loop
      execute format('alter %s %I rename to %I', item.kind, item.name, replace(item.name, renamed.was, renamed.now));
    end loop;
    -- Renaming an index has already renamed the constraint that it belongs to.
    for item in
      select conname as name from pg_constraint
      where conrelid = renamed.now::regclass and starts_with(conname, renamed.was || '_')
    loop
      execute format('alter table %I rename constraint %I to %I',
        renamed.now, item.name, replace(item.name, renamed.was, renamed.now));
    end loop;
  end loop;
end $$;

alter table custom_mail_templates rename column ours to default_wording;
alter table import_previews rename column shown to preview;
alter table hexmap_files rename column brought_by to import_source;
alter table lab_tickets rename column opens to target;
alter table lab_tickets rename constraint lab_tickets_opens_check to lab_tickets_target_check;

alter table paddle_events rename column fault to error;
alter index paddle_events_faulty rename to paddle_events_failed;

alter table payment_mails rename column occasion to event_key;
alter index payment_mails_kind_subject_occasion_key rename to payment_mails_kind_subject_event_key_key;

alter index users_leaving_idx rename to users_deletion_scheduled_idx;

-- States of the mails of an announcement.
alter table announcement_mails drop constraint announcement_mails_state_check;
update announcement_mails set state = case state when 'handing' then 'sending' else 'unknown' end
  where state in ('handing', 'doubtful');
drop index announcement_mails_unsettled;
alter table announcement_mails add constraint announcement_mails_state_check
  check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown', 'left_out'));
create index announcement_mails_unsettled on announcement_mails (claim) where state in ('sending', 'unknown');

-- The triggers that maintain the statistics: the functions record changes, the triggers say after what.
do $$
declare
  item record;
begin
  for item in
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and starts_with(proname, 'note_')
  loop
    execute format('alter function %I() rename to %I', item.name, replace(item.name, 'note_', 'record_') || '_changes');
  end loop;
  for item in
    select tgname as name, tgrelid::regclass as owner from pg_trigger
    where not tgisinternal and tgname ~ '_(came|went|was|became)$'
  loop
    execute format('alter trigger %I on %s rename to %I', item.name, item.owner,
      replace(replace(replace(replace(item.name, '_came', '_inserted'), '_went', '_deleted'), '_was', '_before_update'),
        '_became', '_after_update'));
  end loop;
end $$;

-- The triggers that keep rows as they are.
alter function keep_audit_events() rename to reject_audit_event_changes;
alter function keep_all_audit_events() rename to reject_audit_events_truncation;
alter trigger audit_events_kept on audit_events rename to audit_events_append_only;
alter trigger audit_events_never_emptied on audit_events rename to audit_events_no_truncate;
alter function keep_privacy_version() rename to reject_privacy_version_changes;
alter trigger privacy_versions_kept on privacy_versions rename to privacy_versions_immutable;

-- Audit actions: one name for one action, in old entries too. Only the names change.
alter table audit_events disable trigger audit_events_append_only;
update audit_events set action = renamed.now from (values
  ('account.kept', 'account.deletion_cancelled'),
  ('account.totp_off', 'account.second_factor_removed'),
  ('bounce.forgotten', 'bounce.deleted'),
  ('customer.known', 'customer.linked'),
  ('flag.foreign', 'flag.shared'),
  ('letter.changed', 'mail_template.changed'),
  ('letter.restored', 'mail_template.restored'),
  ('second_factor.totp_begun', 'second_factor.totp_started'),
  ('tier.taken_back', 'tier.revoked'),
  ('training.made', 'training.created'),
  ('view.started', 'impersonation.started'),
  ('voucher.made', 'voucher.created')
) as renamed (was, now) where audit_events.action = renamed.was;
update audit_events set subject = 'mail_template:' || substr(subject, length('letter:') + 1)
  where starts_with(subject, 'letter:');
alter table audit_events enable trigger audit_events_append_only;

-- Queues of the job queue, with the jobs that wait in them. A new database has no job queue yet: the server creates it.
do $$
declare
  renamed record;
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  for renamed in select * from (values
    ('subscription-end', 'subscription-cancel-at-period-end'),
    ('subscription-cancel', 'subscription-cancel-now')
  ) as names (was, now)
  loop
    insert into pgboss.queue
      select (jsonb_populate_record(queue, jsonb_build_object('name', renamed.now))).*
      from pgboss.queue where name = renamed.was;
    update pgboss.job set name = renamed.now where name = renamed.was;
    delete from pgboss.queue where name = renamed.was;
  end loop;
end $$;
