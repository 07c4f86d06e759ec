import { createFileRoute, redirect } from '@tanstack/react-router';
import { MissingProfile } from '#features/profile/missing-profile.tsx';
import { ProfilePage } from '#features/profile/profile-page.tsx';
import { profileQuery } from '#features/profile/profile-queries.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { loaderHead, siteName } from '#lib/head.ts';

export const Route = createFileRoute('/_main/profile/$username')({
  loader: async ({ context, params }) => {
    const { username, slug } = await ensureQuery(context.queryClient, profileQuery(params.username), 'profile');
    // Profiles can be requested by username too; redirect to the canonical address.
    if (slug !== params.username.toLowerCase()) {
      throw redirect({ to: '/profile/$username', params: { username: slug }, replace: true });
    }
    return {
      title: username,
      wholeTitle: `${username} on ${siteName}`,
      description: `What ${username} has learned and hacked on Hexpedition.`,
    };
  },
  head: loaderHead,
  component: function Profile() {
    return <ProfilePage slug={Route.useParams().username} />;
  },
  notFoundComponent: function NoProfile({ data }) {
    return <MissingProfile name={Route.useParams().username} data={data} />;
  },
});
