import { useQuery } from '@tanstack/react-query';
import { useHydrated, useRouterState } from '@tanstack/react-router';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../form-frame.module.css';
import { FormFrame } from '../form-frame.tsx';
import { SetupWizard } from './setup-wizard.tsx';

/** Opens the setup wizard with the link that the server prints while the site has no superuser. */
export function SetupPage() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  const hydrated = useHydrated();
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['setup', token],
    queryFn: () => api('POST /api/setup/state', { body: { token } }),
    enabled: hydrated && token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { suppress: [400, 429] },
  });
  if (data) return <SetupWizard token={token} state={data} />;
  if (hydrated && (error || token === '')) {
    const isOfLink = token === '' || (isApiError(error) && error.status === 400);
    return (
      <FormFrame
        label="First start"
        title={isOfLink ? 'This link does not open the setup' : 'The setup could not be opened'}
        lead="The server prints the link of the setup when it starts and the site has no superuser."
        hasForm={false}
        footer="The link is valid for 24 hours, until the setup is complete."
      >
        <div className={css.choices} role="alert">
          <Callout kind="warning" title={token === '' ? 'The address has no token after the #.' : messageOf(error)} />
        </div>
        <div className={css.after}>
          {isOfLink ? (
            <LinkButton to="/login" variant="primary" wide>
              Log in
            </LinkButton>
          ) : (
            <Button variant="primary" wide busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </div>
      </FormFrame>
    );
  }
  return (
    <FormFrame label="First start" title="Setup" lead="Checking the link." footer="This takes a moment.">
      <Skeleton lines={3} />
    </FormFrame>
  );
}
