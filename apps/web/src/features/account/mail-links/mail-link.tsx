import type { ReactNode } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import css from '../form-frame.module.css';
import { Result } from '../form-frame.tsx';

/** The user that a link from a mail is for, and the proof of it, as the API takes them. */
export interface LinkParts {
  user_id: number;
  hmac: string;
}

/**
 * The parts of an address such as `/verify/7/AbC…`. An address that can't be valid is sent all the same, because the
 * server refuses it.
 */
export const linkParts = (params: { user?: string; hmac?: string }): LinkParts => ({
  user_id: Number(/^\d{1,9}$/.exec(params.user ?? '')?.[0] ?? 0),
  hmac: params.hmac ?? '',
});

/** Whether a link will never work, so that another try can't help. */
export const isSpent = (error: unknown): boolean =>
  // The server refuses an address that can't be a link as an invalid request.
  ['link_invalid', 'link_expired', 'email_taken', 'invalid_request'].some(
    (code) => isApiError(error) && error.code === code && error.fields.password === undefined,
  );

/** Says what happened to a link; the children say what to do about it. */
export function LinkTrouble({ error, children }: { error: unknown; children: ReactNode }) {
  return (
    <div className={css.form}>
      {isApiError(error, 'link_expired') ? (
        <Result kind="warning" title="It was good for a limited time, which is over">
          <p>You can get a new one at once.</p>
        </Result>
      ) : isApiError(error, 'email_taken') ? (
        <Result kind="warning" title={messageOf(error)} />
      ) : (
        <Result kind="warning" title="What may have happened">
          <ul className={css.reasons}>
            <li>It was used already; each link works once.</li>
            <li>What it was for has changed since.</li>
            <li>Some characters got lost when it was copied from the mail.</li>
            <li>It belongs to another account.</li>
          </ul>
        </Result>
      )}
      {children}
    </div>
  );
}
