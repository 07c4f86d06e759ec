import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';

/** How long an access credential is good, in seconds. */
const accessSeconds = 600;

interface AccessClaims {
  userPk: number;
  /** Of the session that the credential belongs to: the superuser's, where one looks as somebody else. */
  sid: string;
}
interface ViewClaims extends AccessClaims {
  /** The superuser who looks as this user. */
  impersonatedBy: number | null;
}

export interface AccessTokens {
  issue(claims: AccessClaims & { tier: number; isSuperuser: boolean }): Promise<string>;
  /** A credential for looking as a user: it opens what is read, and nothing else. */
  issueView(claims: AccessClaims & { impersonatedBy: number }): Promise<{ access: string; expiresAt: Date }>;
  /** @throws AppError token_expired or token_invalid */
  verify(token: string): Promise<ViewClaims>;
}

/**
 * JWTs (HS256) with the claims sub, sid, tier, su. Tier and su are for the browser; the server asks the database. One for
 * looking as somebody has the claim view instead: who looks.
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
        return { userPk: Number(payload.sub), sid: String(payload.sid), impersonatedBy };
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          throw new AppError('token_expired', 'The access credential has expired. Exchange the refresh credential.');
        }
        throw new AppError('token_invalid', 'The access credential is not valid. Log in again.');
      }
    },
  };
}
