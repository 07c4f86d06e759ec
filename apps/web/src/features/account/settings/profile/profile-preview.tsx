import type { User } from '@hexpedition/contract';
import { tierName } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './profile-preview.module.css';
import { profileSections } from './profile-sections.ts';

/** Small preview of the profile: which sections are shown and which are hidden. */
export function ProfilePreview({ user, about }: { user: User; about: string }) {
  const { image, tier, public_profile } = user.account;
  const { is_public, sections } = public_profile;
  return (
    <Card className={css.sketch}>
      <p className={css.state} data-public={is_public || undefined}>
        <Icon name={is_public ? 'globe' : 'lock'} size={14} />
        {is_public ? `Public: /profile/${public_profile.slug}` : 'Not public: visible only to you'}
      </p>
      <div className={css.head}>
        <Avatar username={user.username} image={image} size={56} />
        <div className={css.who}>
          <p className={css.name}>{user.username}</p>
          <Chip>{tierName(tier)}</Chip>
        </div>
      </div>
      <p className={about.trim() ? css.about : css.nothing}>{about.trim() || 'No text yet.'}</p>
      <ul className={css.parts}>
        {profileSections.map(({ key, label, icon }) => {
          const shown = is_public && sections[key];
          return (
            <li key={key} className={css.part} data-shown={shown || undefined}>
              <Icon name={icon} size={16} />
              <span>{label}</span>
              <span className={css.eye}>
                <Icon name={shown ? 'eye' : 'eye-off'} size={16} />
                {shown ? 'shown' : 'hidden'}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
