import type { User } from '@hexpedition/contract';
import type { IconName } from '#ui/icon-paths.ts';

type PublicProfile = User['account']['public_profile'];

interface ProfileSection {
  key: keyof PublicProfile['sections'];
  label: string;
  hint: string;
  icon: IconName;
}

/** What a profile can show, in the order in which it does. */
export const profileSections: readonly ProfileSection[] = [
  {
    key: 'points',
    label: 'Points',
    hint: 'Points, how they came, flags and your places on the leaderboard.',
    icon: 'trophy',
  },
  { key: 'trainings', label: 'Courses', hint: 'What you have begun and finished.', icon: 'compass' },
  { key: 'labs', label: 'Solved labs', hint: 'Which ones, and when.', icon: 'flask' },
  { key: 'activity', label: 'Activity', hint: 'A calendar of the days on which you did something.', icon: 'wave' },
];

export type { PublicProfile };
