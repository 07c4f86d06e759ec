import type { BrowserStorageItem, PrivacyFacts } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { Fragment, lazy, Suspense } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { openConsent } from '#lib/consent/open-consent.ts';
import { listed } from '#lib/consent/translate.ts';
import { day, plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './cookies.module.css';
import { privacyFactsQuery } from './legal-queries.ts';

// Renders something only if the configuration embeds the consent manager in this page.
const EmbeddedConsent = lazy(() => import('#shell/consent/embedded-consent.tsx'));

type Service = PrivacyFacts['services'][number];

/** Lists what this site stores in the browser and loads from third parties, from the current configuration. */
export function Cookies() {
  const { data } = useSuspenseQuery(privacyFactsQuery);
  const { privacy } = useFeatures();
  const hydrated = useHydrated();
  const { services, storage, consent_days, record_days, changed_at } = data;
  const unasked = services.filter(({ hosts, required, opt_out }) => hosts.length > 0 && (required || opt_out));
  return (
    <section id="cookies" className={css.cookies} aria-labelledby="cookies-title">
      <h2 id="cookies-title">Stored data and third parties</h2>
      <p>
        Until you agree, nothing is loaded from third parties
        {unasked.length > 0 && `, except from ${listed(unasked.map(({ title }) => title))}`}. You can see and delete the
        stored data in your browser’s settings. Logging out removes your session and the copy of your account.
      </p>
      <h3>Your choices</h3>
      <p>
        Your choice is stored in the cookie <code>{storage}</code> for {plural(consent_days, 'day')}. As proof of your
        consent, this site’s server keeps a record for {span(record_days)}: when you were asked, on which page, and
        which services you accepted or declined. The record contains neither your IP address nor your account.
      </p>
      <p className={css.change}>
        <Button onClick={openConsent}>Manage cookies</Button>
        <span>The available choices last changed on {day(changed_at)}.</span>
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

/** Formats a number of days, as years if it is a multiple of 365. */
const span = (days: number) => (days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day'));

const kinds: Record<BrowserStorageItem['kind'], string> = {
  cookie: 'Cookies',
  local: 'Local storage',
  session: 'Session storage (per tab)',
  cache: 'Cache for reading offline',
};

/** Lists what one service stores in the browser, by kind. In a narrow window the cells of a row are stacked. */
function StoredDataTable({ title, stores }: { title: string; stores: readonly BrowserStorageItem[] }) {
  if (stores.length === 0) return null;
  const present = (Object.keys(kinds) as BrowserStorageItem['kind'][]).filter((kind) =>
    stores.some((one) => one.kind === kind),
  );
  return (
    <table className={css.table}>
      <caption className={css.caption}>
        Stored in your browser<VisuallyHidden>: {title}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Purpose</th>
          <th scope="col">Expires</th>
        </tr>
      </thead>
      {present.map((kind) => (
        <tbody key={kind}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={css.kind}>
              {kinds[kind]}
            </th>
          </tr>
          {stores
            .filter((one) => one.kind === kind)
            .map(({ name, what, lasts }) => (
              <tr key={name}>
                <th scope="row" className={css.name}>
                  <code>{name}</code>
                </th>
                <td>{what || 'Not specified by the operator of this site.'}</td>
                <td className={css.lasts}>{lasts || 'When you decline, or as defined by the service.'}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

function ServiceFacts({ service }: { service: Service }) {
  const { name, title, description, hosts, where, stores } = service;
  const id = `service-${name}`;
  return (
    <section className={css.service} aria-labelledby={id}>
      <div className={css.head}>
        <h3 id={id}>{title}</h3>
        <ConsentChip service={service} />
      </div>
      {description && <p>{description}</p>}
      {(hosts.length > 0 || where) && (
        <dl className={css.facts}>
          {hosts.length > 0 && (
            <div>
              <dt>Loaded from</dt>
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
      <StoredDataTable title={title} stores={stores} />
    </section>
  );
}

function ConsentChip({ service: { required, opt_out } }: { service: Service }) {
  if (required) return <Chip>always on</Chip>;
  return opt_out ? <Chip tone="beacon">on until you decline</Chip> : <Chip tone="phosphor">optional</Chip>;
}
