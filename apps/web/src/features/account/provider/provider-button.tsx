import { useFeatures } from '#entities/site/use-features.ts';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import css from './provider.module.css';
import { useProviderRedirect } from './use-provider-redirect.ts';

/** Button that logs in or signs up with the provider, if one is configured. */
export function ProviderButton({ next }: { next: string | undefined }) {
  const api = useApi();
  const { provider } = useFeatures();
  const { leave, error, isRedirecting } = useProviderRedirect(() =>
    api('POST /api/account/provider/start', { body: next ? { next } : {} }),
  );
  if (!provider) return null;
  return (
    <div>
      <Button icon="external" wide busy={isRedirecting} onClick={() => leave().catch(() => undefined)}>
        Continue with {provider.name}
      </Button>
      <p role="alert" className={css.error}>
        {error && messageOf(error)}
      </p>
    </div>
  );
}
