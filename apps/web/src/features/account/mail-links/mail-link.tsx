import type { ReactNode } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import css from '../form-frame.module.css';
import { Result } from '../form-frame.tsx';

/** Whom a link from a mail concerns, and what proves it; as the API takes them. */
export interface LinkParts {
  user_id: number;
  hmac: string;
}

/** The parts of an address such as `/verify/7/AbC…`. What can't be one is sent all the same: the server refuses it. */
export const linkParts = (params: { user?: string; hmac?: string }): LinkParts => ({
  user_id: Number(/^\d{1,9}$/.exec(params.user ?? '')?.[0] ?? 0),
  hmac: params.hmac ?? '',
});

/** Whether a link is done for, so that trying once more can't help. */
export const isSpent = (error: unknown): boolean =>
  // An address that can't be a link is refused for its form.
  ['link_invalid', 'link_expired', 'email_taken', 'invalid_request'].some(
    (code) => isApiError(error) && error.code === code && error.fields.password === undefined,
  );

/** What happened to a link, and what to do about it: the children. */
export function LinkTrouble({ error, children }: { error: unknown; children: ReactNode }) {
  return (
    <div className={css.form}>
      {isApiError(error, 'link_expired') ? (
        <Result kind="warning" title="It was good for a limited time, which is over">
          <p>A new one is quickly made.</p>
        </Result>
      ) : isApiError(error, 'email_taken') ? (
        <Result kind="warning" title={messageOf(error)} />
      ) : (
        <Result kind="warning" title="What may have happened">
          <ul className={css.reasons}>
            <li>It was used already; each works once.</li>
            <li>What it was for has changed since.</li>
            <li>Some characters were lost on the way from the mail.</li>
            <li>It belongs to another account.</li>
          </ul>
        </Result>
      )}
      {children}
    </div>
  );
}
