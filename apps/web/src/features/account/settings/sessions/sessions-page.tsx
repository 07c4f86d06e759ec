import { useEffect, useRef, useState } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { sessionsQuery } from '../../account-queries.ts';
import { SettingsPage } from '../settings-page.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { OtherDevices } from './other-devices.tsx';
import css from './sessions.module.css';
import { ThisDevice } from './this-device.tsx';

export function SessionsPage() {
  // Always refetched, because this page must show the current state.
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...sessionsQuery, staleTime: 0 });
  const now = useNow();
  const hasRetried = useRef(false);
  /** Moves the focus to the new heading after a retry, because the retry button was removed. */
  const takeFocus = (heading: HTMLHeadingElement | null) => {
    if (!heading || !hasRetried.current) return;
    hasRetried.current = false;
    heading.focus();
  };
  const others = data?.sessions.filter((line) => !line.current);
  return (
    <SettingsPage title="Active Sessions" lead="Where you are logged in. End any that you don't recognise.">
      {error && (
        <Callout
          kind="danger"
          role="alert"
          className={css.failed ?? ''}
          title="Could not load your sessions"
          action={
            <Button
              size="sm"
              icon="refresh"
              busy={isFetching}
              onClick={() => {
                hasRetried.current = true;
                void refetch();
              }}
            >
              Try again
            </Button>
          }
        >
          <p>{problemText(error)}</p>
        </Callout>
      )}
      {(data || !error) && (
        <>
          <SettingsSection title="This device" lead="The device that you are using now." headingRef={takeFocus}>
            <ThisDevice line={data?.sessions.find((line) => line.current)} now={now} />
          </SettingsSection>
          <OtherDevices lines={others} now={now} />
        </>
      )}
    </SettingsPage>
  );
}

/** Current time, updated every 30 s, so that "3 minutes ago" stays correct while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
