import { createFileRoute } from '@tanstack/react-router';

/**
 * Only an address: its parent renders the page. The server renders one page for all links (`page-key.ts`), so the
 * hydrated route must not contain the link in its id.
 */
export const Route = createFileRoute('/_plain/password-reset/$user/$hmac')({ staticData: { secret: true } });
