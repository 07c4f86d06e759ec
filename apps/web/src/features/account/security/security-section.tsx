import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { PasskeysPanel } from './passkeys/passkeys-panel.tsx';
import { passkeyHeading, twoFactorHeading } from './section-headings.ts';
import { securityQuery } from './security-queries.ts';
import { TwoFactorPanel } from './totp/two-factor-panel.tsx';

/** Two sections of the account page: two-factor authentication and passkeys. */
export function SecuritySection() {
  const { data, error, refetch, isFetching } = usePersonalQuery(securityQuery);
  if (data) {
    return (
      <>
        <TwoFactorPanel security={data} />
        <PasskeysPanel security={data} />
      </>
    );
  }
  return [twoFactorHeading, passkeyHeading].map((words) => (
    <SettingsSection key={words.title} {...words}>
      {error ? (
        <Callout
          kind="danger"
          title={messageOf(error)}
          action={
            <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Skeleton lines={3} />
      )}
    </SettingsSection>
  ));
}
