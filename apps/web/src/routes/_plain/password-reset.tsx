import { createFileRoute, useParams } from '@tanstack/react-router';
import { linkParts } from '#features/account/mail-links/mail-link.tsx';
import { ResetPage } from '#features/account/password-reset/reset-page.tsx';
import { ResetRequestPage } from '#features/account/password-reset/reset-request-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_plain/password-reset')({
  staticData: { analytics: 'ignore' },
  head: () => pageHead({ title: 'Password Reset', noindex: true }),
  component: function PasswordReset() {
    const { user, hmac } = useParams({ strict: false });
    return hmac === undefined ? <ResetRequestPage /> : <ResetPage link={linkParts({ user, hmac })} />;
  },
});
