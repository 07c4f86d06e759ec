import type { ReactNode } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import css from '../form-frame.module.css';
import { Result } from '../form-frame.tsx';

/** User id and signature from a link in a mail, as the API expects them. */
export interface LinkParts {
  user_id: number;
  hmac: string;
}

/**
 * Parses the parameters of an address such as `/verify/7/AbC…`. Malformed values are sent too; the server rejects
 * them.
 */
export const linkParts = (params: { user?: string; hmac?: string }): LinkParts => ({
  user_id: Number(/^\d{1,9}$/.exec(params.user ?? '')?.[0] ?? 0),
  hmac: params.hmac ?? '',
});

/** Returns whether the link can never work, so that a retry is pointless. */
export const isUnusableLink = (error: unknown): boolean =>
  // The server reports malformed link parameters as an invalid request.
  ['link_invalid', 'link_expired', 'email_taken', 'invalid_request'].some(
    (code) => isApiError(error) && error.code === code && error.fields.password === undefined,
  );

/** Explains why a link failed; the children offer the next step. */
export function LinkErrorNotice({ error, children }: { error: unknown; children: ReactNode }) {
  return (
    <div className={css.form}>
      {isApiError(error, 'link_expired') ? (
        <Result kind="warning" title="This link was valid for a limited time only">
          <p>You can request a new one now.</p>
        </Result>
      ) : isApiError(error, 'email_taken') ? (
        <Result kind="warning" title={messageOf(error)} />
      ) : (
        <Result kind="warning" title="Possible reasons">
          <ul className={css.reasons}>
            <li>The link was already used; each link works once.</li>
            <li>Your account has changed since it was sent.</li>
            <li>It was not copied completely from the mail.</li>
            <li>It belongs to a different account.</li>
          </ul>
        </Result>
      )}
      {children}
    </div>
  );
}
