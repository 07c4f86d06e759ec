import type { User } from '@hexpedition/contract';
import type { IconName } from '#ui/icon-paths.ts';

type PublicProfile = User['account']['public_profile'];

interface ProfileSection {
  key: keyof PublicProfile['sections'];
  label: string;
  hint: string;
  icon: IconName;
}

/** Optional sections of a profile, in display order. */
export const profileSections: readonly ProfileSection[] = [
  {
    key: 'points',
    label: 'Points',
    hint: 'Points and where you earned them, flags, and your leaderboard ranks.',
    icon: 'trophy',
  },
  { key: 'trainings', label: 'Courses', hint: 'Courses that you have started or finished.', icon: 'compass' },
  { key: 'labs', label: 'Solved labs', hint: 'Which labs you solved, and when.', icon: 'flask' },
  { key: 'activity', label: 'Activity', hint: 'A calendar of the days on which you were active.', icon: 'wave' },
];

export type { PublicProfile };
