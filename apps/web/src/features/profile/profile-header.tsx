import type { Profile } from '@hexpedition/contract';
import { day, number, tierName } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './profile-header.module.css';

/** Decorative hexagon rings around the avatar. */
const rings = [1.22, 1.5, 1.85, 2.3].map((scale) => ({
  scale,
  path: 'M0 -54 46.8 -27V27L0 54 -46.8 27V-27Z'.replace(/-?\d+(\.\d+)?/g, (value) =>
    (Number(value) * scale).toFixed(1),
  ),
}));

export function ProfileHeader({ profile }: { profile: Profile }) {
  const { username, image, tier, about, joined_at, own } = profile;
  return (
    <header className={css.head}>
      <div className={css.island}>
        <svg className={css.rings} viewBox="-126 -126 252 252" aria-hidden="true">
          {rings.map(({ scale, path }) => (
            <path key={scale} d={path} />
          ))}
        </svg>
        <Avatar username={username} image={image} size={96} className={css.avatar ?? ''} />
      </div>
      <div className={css.text}>
        <h1 className={css.username}>{username}</h1>
        <p className={css.facts}>
          <Chip>{tierName(tier)}</Chip>
          <span>
            Joined <time dateTime={joined_at}>{day(joined_at)}</time>
          </span>
        </p>
        {about && <p className={css.about}>{about}</p>}
        {own && (
          <LinkButton to="/account/profile" size="sm" className={css.edit ?? ''}>
            Edit your profile
          </LinkButton>
        )}
      </div>
      {profile.points && <Points points={profile.points} isHidden={own && !profile.sections.points} />}
    </header>
  );
}

function Points({ points, isHidden }: { points: NonNullable<Profile['points']>; isHidden: boolean }) {
  return (
    <div className={css.points}>
      <dl className={css.figures}>
        <div>
          <dt>Rank</dt>
          <dd>{points.rank === null ? <NoRank /> : number(points.rank)}</dd>
        </div>
        <div>
          <dt>Points</dt>
          <dd>{number(points.points)}</dd>
        </div>
        <div>
          <dt>Flags</dt>
          <dd>{number(points.flags)}</dd>
        </div>
      </dl>
      {isHidden && <Chip icon="eye-off">Only you see this</Chip>}
    </div>
  );
}

const NoRank = () => (
  <>
    <span aria-hidden="true">–</span>
    <VisuallyHidden>none</VisuallyHidden>
  </>
);
