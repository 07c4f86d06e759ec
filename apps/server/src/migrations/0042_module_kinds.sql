-- The kinds of modules are checked in code (packages/contract/src/lesson-modules.ts), so a new kind needs no migration.
alter table modules drop constraint modules_kind_check;
