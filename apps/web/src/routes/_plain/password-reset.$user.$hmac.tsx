import { createFileRoute } from '@tanstack/react-router';

/**
 * Only the address: its parent shows the page. The server renders one for all links (`page-key.ts`), so what React
 * wakes up must not belong to a route whose identity holds the link.
 */
export const Route = createFileRoute('/_plain/password-reset/$user/$hmac')({ staticData: { secret: true } });
