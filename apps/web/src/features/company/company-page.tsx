import type { Company } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { TrainingTiles } from '#entities/training/training-tile.tsx';
import { messageOf } from '#lib/api-error.ts';
import { endpointQuery, usePersonalQuery } from '#lib/query.ts';
import { Button, ButtonContent, buttonClass } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Html } from '#ui/html.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './company-page.module.css';

/** Page of the sponsoring company for its employees. */
export function CompanyPage() {
  const { company } = useFeatures();
  if (!company) return null;
  return (
    <div data-hue={company.colour ?? 'teal'}>
      <Page title={company.name} label="For employees" action={<Logo company={company} />}>
        <div className={css.body}>
          <Words company={company} />
          <Sponsored company={company} />
        </div>
      </Page>
    </div>
  );
}

/** On a white plate, because logos are rarely drawn for a dark background. The heading beside it names the company. */
const Logo = ({ company: { logo } }: { company: Company }) =>
  logo && (
    <span className={css.plate}>
      <img src={logo} alt="" className={css.logo} />
    </span>
  );

/** Text for the company's employees; a 404 for all other accounts. */
const companyPageQuery = endpointQuery('GET /api/config/company');
const progressQuery = endpointQuery('GET /api/progress');

function Words({ company: { name, link } }: { company: Company }) {
  const text = usePersonalQuery(companyPageQuery);
  if (text.data?.text_html === '' && !link) return null;
  return (
    <div className={css.words}>
      {text.error ? (
        <Callout
          kind="danger"
          role="alert"
          title="Could not load the text of this page"
          action={<Button onClick={() => void text.refetch()}>Try again</Button>}
        >
          <p>{messageOf(text.error)}</p>
        </Callout>
      ) : text.data ? (
        <Html html={text.data.text_html} className={prose.prose} />
      ) : (
        <Skeleton lines={3} />
      )}
      {link && (
        <p>
          <a href={link} rel="noopener" className={buttonClass({ size: 'md', wide: false, square: false })}>
            <ButtonContent icon="external">
              {name} at {new URL(link).hostname}
            </ButtonContent>
          </a>
        </p>
      )}
    </div>
  );
}

function Sponsored({ company: { trainings: slugs, continent } }: { company: Company }) {
  const land = useFeatures().hexmap.nav.find(({ slug }) => slug === continent);
  const trainings = useQuery(trainingsQuery);
  const { data: progress } = usePersonalQuery(progressQuery);
  const known = trainings.data && new Map(trainings.data.trainings.map((training) => [training.slug, training]));
  const sponsored = known && slugs.flatMap((slug) => known.get(slug) ?? []);
  return (
    <section aria-labelledby="sponsored">
      <div className={css.row}>
        <h2 id="sponsored">Sponsored courses</h2>
        {land && (
          <Link to="/map/$continent" params={{ continent: land.slug }} className={css.land}>
            {land.name} on the map
          </Link>
        )}
      </div>
      {trainings.error ? (
        <Callout
          kind="danger"
          role="alert"
          title="Could not load the courses"
          action={<Button onClick={() => void trainings.refetch()}>Try again</Button>}
        >
          <p>{messageOf(trainings.error)}</p>
        </Callout>
      ) : !sponsored ? (
        <Skeleton shape="block" />
      ) : sponsored.length === 0 ? (
        <EmptyState icon="map" title="No courses yet" action={<LinkButton to="/map">Go to the map</LinkButton>}>
          <p>Sponsored courses appear here. All other courses are on the map.</p>
        </EmptyState>
      ) : (
        <TrainingTiles
          trainings={sponsored}
          done={(slug) => progress?.progress.find((entry) => entry.training_slug === slug)?.completed.length ?? 0}
        />
      )}
    </section>
  );
}
