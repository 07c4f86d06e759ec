-- Work that one node at a time does. A lease expires if its holder dies.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);
