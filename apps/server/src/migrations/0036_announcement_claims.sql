-- The few mails whose hand-over nobody has noted, or that are in doubt, are looked for every minute among all that were
-- ever sent.
create index announcement_mails_unsettled on announcement_mails (claim) where state in ('handing', 'doubtful');
