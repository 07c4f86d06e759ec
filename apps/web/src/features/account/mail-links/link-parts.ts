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
