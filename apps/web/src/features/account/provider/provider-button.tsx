import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import css from './provider.module.css';
import { useDeparture } from './use-departure.ts';

/** Signs in, or up, through the provider, where there is one. */
export function ProviderButton({ next }: { next: string | undefined }) {
  const api = useApi();
  const { provider } = useFeatures();
  const { leave, error, isLeaving } = useDeparture(() =>
    api('POST /api/account/provider/start', { body: next ? { next } : {} }),
  );
  if (!provider) return null;
  return (
    <div>
      <Button icon="external" wide busy={isLeaving} onClick={() => leave().catch(() => undefined)}>
        Continue with {provider.name}
      </Button>
      <p role="alert" className={css.error}>
        {error && messageOf(error)}
      </p>
    </div>
  );
}
