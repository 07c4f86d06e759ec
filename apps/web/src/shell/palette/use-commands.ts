import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useNext } from '#lib/guards.ts';
import { endpointQuery, usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { setTheme, useTheme } from '#lib/theme.ts';
import { useFeatures } from '../../entities/site/use-features.ts';
import { useLogOut } from '../bars/use-log-out.ts';
import { openShortcuts } from '../shortcuts/shortcut-sheet-state.ts';
import type { Entry } from './palette-entries.ts';

/** Commands that are available everywhere to this user; "Continue" comes first. */
export function useCommands(): Entry[] {
  const navigate = useNavigate();
  const session = useSession();
  const { hexmap, hexmapYT, company, login, register } = useFeatures();
  const theme = useTheme();
  const logOut = useLogOut();
  const next = useNext();
  const { data: progress } = usePersonalQuery(endpointQuery('GET /api/progress'));
  const { data: adminPages } = useQuery({
    queryKey: ['admin pages'],
    queryFn: async () => (await import('../admin-pages.ts')).adminPages,
    // Only superusers load the module.
    enabled: session?.user.is_superuser === true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const go = (path: string) => () => void navigate({ href: path });
  const to = (icon: Entry['icon'], name: string, path: string): Entry => ({ id: path, icon, name, run: go(path) });

  const resume = progress?.resume;
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    ...(resume
      ? [
          {
            ...to(
              'play',
              `Continue: ${resume.name}`,
              `/courses/${resume.training.slug}/${resume.chapter}/${resume.subchapter}`,
            ),
            context: resume.training.name,
          },
        ]
      : []),
    ...(session ? [to('home', 'Overview', '/')] : []),
    to('map', 'Explore the map', '/map'),
    ...hexmap.nav.map(({ slug, name }) => to('map', `Map: ${name}`, `/map/${slug}`)),
    ...(hexmapYT.nav.length > 0 ? [to('play', 'YouTube map', '/youtube')] : []),
    ...hexmapYT.nav.map(({ slug, name }) => to('play', `YouTube map: ${name}`, `/youtube/${slug}`)),
    to('flask', 'Labs', '/labs'),
    ...(company && session?.user.account.company ? [to('users', company.name, '/google-cam')] : []),
    to('trophy', 'Leaderboard', '/leaderboard'),
    ...(session
      ? [
          to('list', 'Completed courses', '/completed'),
          to('copy', 'Notes', '/notes'),
          to('refresh', 'Reviews', '/reviews'),
          to('user', 'Account', '/account'),
          to('key', 'Subscription', '/subscription'),
          to('note', 'Invoices', '/subscription/payments'),
          to('key', 'Vouchers', '/subscription/vouchers'),
          to('users', 'Your public profile', `/profile/${session.user.account.public_profile.slug}`),
          ...(adminPages ?? []).map(
            ({ to: page, params, label }): Entry => ({
              id: `admin ${label}`,
              icon: 'shield',
              name: `Admin: ${label}`,
              run: () => void navigate({ to: page, ...(params && { params }) } as NavigateOptions),
            }),
          ),
          { id: 'log-out', icon: 'logout' as const, name: 'Log out', run: () => void logOut() },
        ]
      : [
          ...(login ? [to('login', 'Log in', `/login${query}`)] : []),
          ...(register ? [to('user', 'Create account', `/signup${query}`)] : []),
        ]),
    {
      id: 'theme',
      icon: theme === 'dark' ? 'sun' : 'moon',
      name: `Switch to the ${other} theme`,
      run: () => setTheme(other),
    },
    { id: 'shortcuts', icon: 'keyboard', name: 'Shortcuts', run: openShortcuts },
  ];
}
