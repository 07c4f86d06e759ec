import { Link } from '@tanstack/react-router';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Callout } from '#ui/callout.tsx';
import { runningLabsQuery } from '../running-labs-query.ts';
import css from './start-error.module.css';
import { StopLab } from './stop-lab.tsx';

/** Shows why a lab did not start. At the limit of running labs it lists them, each with a button that stops it. */
export function StartError({ error }: { error: Error }) {
  if (isApiError(error, 'isolation_unavailable')) return <UnavailableLab reason={error.msg} />;
  if (isApiError(error, 'instance_limit')) return <AtLimit message={error.msg} />;
  return (
    <Callout kind="danger" role="alert" title="The lab did not start">
      <p>{messageOf(error)}</p>
    </Callout>
  );
}

export const UnavailableLab = ({ reason }: { reason: string }) => (
  <Callout kind="warning" title="This lab can’t start here yet">
    <p>{reason}</p>
  </Callout>
);

function AtLimit({ message }: { message: string }) {
  const { data } = usePersonalQuery(runningLabsQuery);
  return (
    <Callout kind="warning" role="alert" title="The lab did not start">
      <p>{message}</p>
      <ul className={css.labs} aria-label="Running labs">
        {data?.instances.map(({ lab, name }) => (
          <li key={lab}>
            <Link to="/lab/$slug" params={{ slug: lab }}>
              {name}
            </Link>
            <StopLab slug={lab} size="sm" aria-label={`Stop ${name}`}>
              Stop
            </StopLab>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
