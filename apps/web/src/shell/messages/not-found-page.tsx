import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Message } from './message.tsx';

/** `data` is what was thrown with `notFound`: `{ resource }`, the word for what was looked for. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const thrown = typeof data === 'object' && data !== null && 'resource' in data ? String(data.resource) : undefined;
  return (
    <Message code="404" title="Not Found" text={`The ${thrown ?? 'page'} could not be found.`}>
      <p>
        It may have moved, or the address has a typo. <Link to="/map">The map</Link> shows all that there is.
      </p>
      <GoBack />
    </Message>
  );
}

/** Back to where the visitor was; without a history (a link from outside) to the map. */
export function GoBack() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  if (canGoBack) {
    return (
      <Button variant="primary" icon="arrow-left" onClick={() => router.history.back()}>
        Go back
      </Button>
    );
  }
  return (
    <LinkButton variant="primary" icon="arrow-left" to="/map">
      Go back
    </LinkButton>
  );
}
