import type { PrivacyFacts } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { Fragment, lazy, Suspense } from 'react';
import { openConsent } from '#lib/consent/open-consent.ts';
import { listed } from '#lib/consent/translate.ts';
import { day, plural } from '#lib/format.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import css from './cookies.module.css';
import { KeptTable } from './kept-table.tsx';
import { privacyFactsQuery } from './queries.ts';

// It draws something only where the configuration puts the consent manager here.
const EmbeddedConsent = lazy(() => import('#shell/consent/embedded-consent.tsx'));

type Service = PrivacyFacts['services'][number];

/** What this site keeps in the browser and loads from others, as it is set up now. */
export function Cookies() {
  const { data } = useSuspenseQuery(privacyFactsQuery);
  const { privacy } = useFeatures();
  const hydrated = useHydrated();
  const { services, storage, consent_days, record_days, changed_at } = data;
  const unasked = services.filter(({ hosts, required, opt_out }) => hosts.length > 0 && (required || opt_out));
  return (
    <section id="cookies" className={css.cookies} aria-labelledby="cookies-title">
      <h2 id="cookies-title">What this site keeps and loads</h2>
      <p>
        Until you agree to it, nothing is loaded from anybody else
        {unasked.length > 0 && `, except from ${listed(unasked.map(({ title }) => title))}`}. What is kept in your
        browser you can see and delete in its settings. Logging out removes your session and the copy of your account.
      </p>
      <h3>What you have agreed to</h3>
      <p>
        Your choice is kept in the cookie <code>{storage}</code> for {plural(consent_days, 'day')}. This site’s server
        notes for {span(record_days)}, as a proof, that you were asked and what you said: when, on which page, and to
        which services. The note has neither your address on the Internet nor your account.
      </p>
      <p className={css.change}>
        <Button onClick={openConsent}>Manage cookies</Button>
        <span>What you can choose was last changed on {day(changed_at)}.</span>
      </p>
      {hydrated && privacy.config !== '' && (
        <Suspense>
          <EmbeddedConsent />
        </Suspense>
      )}
      {services.map((service) => (
        <ServiceFacts key={service.name} service={service} />
      ))}
    </section>
  );
}

/** `3 years`, or days where they are no years. */
const span = (days: number) => (days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day'));

function ServiceFacts({ service }: { service: Service }) {
  const { name, title, description, hosts, where, stores } = service;
  const id = `service-${name}`;
  return (
    <section className={css.service} aria-labelledby={id}>
      <div className={css.head}>
        <h3 id={id}>{title}</h3>
        <Choice service={service} />
      </div>
      {description && <p>{description}</p>}
      {(hosts.length > 0 || where) && (
        <dl className={css.facts}>
          {hosts.length > 0 && (
            <div>
              <dt>From whom</dt>
              <dd>
                {hosts.map((host, at) => (
                  <Fragment key={host}>
                    {at > 0 && ', '}
                    <code>{host}</code>
                  </Fragment>
                ))}
              </dd>
            </div>
          )}
          {where && (
            <div>
              <dt>Where</dt>
              <dd>{where}</dd>
            </div>
          )}
        </dl>
      )}
      <KeptTable title={title} stores={stores} />
    </section>
  );
}

function Choice({ service: { required, opt_out } }: { service: Service }) {
  if (required) return <Chip>always on</Chip>;
  return opt_out ? <Chip tone="beacon">on until you decline</Chip> : <Chip tone="phosphor">up to you</Chip>;
}
