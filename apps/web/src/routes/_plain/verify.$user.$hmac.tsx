import { createFileRoute } from '@tanstack/react-router';

/** Only an address: its parent renders the page; see `password-reset.$user.$hmac.tsx`. */
export const Route = createFileRoute('/_plain/verify/$user/$hmac')({ staticData: { secret: true } });
