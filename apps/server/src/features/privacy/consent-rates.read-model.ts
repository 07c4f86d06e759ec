import type { ConsentConfig, ConsentRates } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { titleOf } from './consent-config.ts';

/** Limit of the answer. A configuration has up to 40 services, followed by those of earlier configurations. */
const maxServices = 200;

interface DayRow {
  day: string;
  shown: number;
  accepted: number;
  declined: number;
  saved: number;
  contextual: number;
}

/** Returns the rates of the last days in UTC, including today and days without receipts. */
export async function readRates(db: Db, config: ConsentConfig, length: number, now: Date): Promise<ConsentRates> {
  const today = now.toISOString().slice(0, 10);
  const first = sql`${today}::date - ${length - 1}::integer`;
  const { rows: days } = await sql<DayRow>`
    select to_char(dates.day, 'YYYY-MM-DD') as day, coalesce(shown, 0) as shown, coalesce(accepted, 0) as accepted,
      coalesce(declined, 0) as declined, coalesce(saved, 0) as saved, coalesce(contextual, 0) as contextual
    from generate_series(${first}, ${today}::date, interval '1 day') as dates (day)
    left join consent_days on consent_days.day = dates.day::date
    order by dates.day`.execute(db);
  const { rows: sums } = await sql<{ name: string; accepted: number; decided: number }>`
    select service as name, sum(accepted)::integer as accepted, sum(decided)::integer as decided
    from consent_service_days where day between ${first} and ${today}::date
    group by service order by decided desc, service limit ${maxServices}`.execute(db);
  const total = (field: Exclude<keyof DayRow, 'day'>) => days.reduce((sum, row) => sum + row[field], 0);
  return {
    shown: total('shown'),
    accepted: total('accepted'),
    declined: total('declined'),
    saved: total('saved'),
    contextual: total('contextual'),
    days,
    services: listServices(sums, config),
  };
}

/** Returns the services in the order of the configuration, also without decisions, and then the removed ones. */
function listServices(sums: { name: string; accepted: number; decided: number }[], config: ConsentConfig) {
  const optional = config.services.filter(({ required }) => !required).map(({ name }) => name);
  const names = new Set([...optional, ...sums.map(({ name }) => name)]);
  return [...names].slice(0, maxServices).map((name) => {
    const { accepted = 0, decided = 0 } = sums.find((row) => row.name === name) ?? {};
    return { name, title: titleOf(name, config), accepted, decided };
  });
}
