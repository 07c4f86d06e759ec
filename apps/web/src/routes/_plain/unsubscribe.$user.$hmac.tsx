import { createFileRoute } from '@tanstack/react-router';

/** Only the address: its parent shows the page, for the reason that `password-reset.$user.$hmac.tsx` gives. */
export const Route = createFileRoute('/_plain/unsubscribe/$user/$hmac')({ staticData: { secret: true } });
