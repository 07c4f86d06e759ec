import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { ButtonStyle } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Message } from './message.tsx';

/** `data` is the argument of `notFound`: `{ resource }` is the kind of the missing resource. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const thrown = typeof data === 'object' && data !== null && 'resource' in data ? String(data.resource) : undefined;
  return (
    <Message code="404" title="Not Found" text={`The ${thrown ?? 'page'} could not be found.`}>
      <p>
        It may have moved, or the address has a typo. <Link to="/map">The map</Link> shows all courses and labs.
      </p>
      <GoBack />
    </Message>
  );
}

/** Goes back to the previous page, or to the map if that was another site. */
export function GoBack({ variant = 'primary' }: Pick<ButtonStyle, 'variant'>) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = (event: MouseEvent) => {
    const isForOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForOtherTab || !(canGoBack || cameFromThisSite())) return;
    event.preventDefault();
    router.history.back();
  };
  return (
    <LinkButton variant={variant} icon="arrow-left" to="/map" onClick={back}>
      Go back
    </LinkButton>
  );
}

/** Returns whether the previous page was on this site. The router knows only the pages since the last full load. */
function cameFromThisSite(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}
