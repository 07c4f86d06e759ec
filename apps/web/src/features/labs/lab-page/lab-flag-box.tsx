import type { EndpointAnswer, Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { FlagBox } from '#features/flags/flag-box.public.tsx';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { HexStep } from '#ui/hex-step.tsx';
import css from './lab-page.module.css';

interface Props {
  lab: Lab;
  flags: EndpointAnswer<'GET /api/lab/flags/:slug'>['flags'];
  found: ReadonlySet<string>;
}

/** One box for all flags of the lab: the server says which one it was. */
export function LabFlagBox({ lab, flags, found }: Props) {
  const api = useApi();
  const client = useQueryClient();
  return (
    <FlagBox
      id={`lab:${lab.slug}`}
      heading="h2"
      title={lab.flags === 1 ? 'Hand in the flag' : `Hand in the ${lab.flags} flags`}
      points={lab.points}
      solved={flags.length > 0 && flags.every((flag) => found.has(flag.id))}
      submit={(flag) => api('POST /api/lab/flags/:slug', { params: { slug: lab.slug }, body: { flag } })}
      onFound={() => {
        void client.invalidateQueries({ queryKey: ['GET /api/lab/flags_solved'] });
        void client.invalidateQueries({ queryKey: ['GET /api/account/leaderboard'] });
      }}
    >
      {flags.length > 1 && (
        <ul className={css.flags}>
          {flags.map((flag) => (
            <li key={flag.id}>
              <HexStep state={found.has(flag.id) ? 'done' : 'open'} />
              {flag.name}
              <span className={css.points}>{plural(flag.points, 'point')}</span>
            </li>
          ))}
        </ul>
      )}
    </FlagBox>
  );
}
