import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';

/** Lifetime of an access credential in seconds. */
const accessSeconds = 600;

interface AccessClaims {
  userPk: number;
  /** Id of the session that the credential belongs to. In a view-as credential it is the superuser's session. */
  sid: string;
}
interface ViewClaims extends AccessClaims {
  /** The superuser who views the site as this user. */
  impersonatedBy: number | null;
  expiresAt: Date;
}

export interface AccessTokens {
  issue(claims: AccessClaims & { tier: number; isSuperuser: boolean }): Promise<string>;
  /** Issues a credential for viewing the site as a user. It allows only read calls. */
  issueView(claims: AccessClaims & { impersonatedBy: number }): Promise<{ access: string; expiresAt: Date }>;
  /** @throws AppError token_expired or token_invalid */
  verify(token: string): Promise<ViewClaims>;
}

/**
 * Creates JWTs (HS256) with the claims sub, sid, tier and su. The browser reads tier and su; the server reads both from
 * the database. A view-as credential has the claim `view` instead: the superuser's pk.
 */
export function createAccessTokens(key: Uint8Array, clock: Clock): AccessTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);
  const sign = (userPk: number, claims: JWTPayload, now: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userPk))
      .setIssuedAt(now)
      .setExpirationTime(now + accessSeconds)
      .sign(key);
  return {
    issue: ({ userPk, sid, tier, isSuperuser }) => sign(userPk, { sid, tier, su: isSuperuser }, seconds()),
    async issueView({ userPk, sid, impersonatedBy }) {
      const now = seconds();
      return {
        access: await sign(userPk, { sid, view: impersonatedBy }, now),
        expiresAt: new Date((now + accessSeconds) * 1_000),
      };
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          requiredClaims: ['sub', 'exp', 'sid'],
          currentDate: clock.now(),
        });
        const impersonatedBy = payload.view === undefined ? null : Number(payload.view);
        const expiresAt = new Date(Number(payload.exp) * 1_000);
        return { userPk: Number(payload.sub), sid: String(payload.sid), impersonatedBy, expiresAt };
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          throw new AppError('token_expired', 'The access credential has expired. Exchange the refresh credential.');
        }
        throw new AppError('token_invalid', 'The access credential is not valid. Log in again.');
      }
    },
  };
}
