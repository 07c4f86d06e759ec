import { createFileRoute } from '@tanstack/react-router';
import { VideoHomePage } from '#features/home/video-home-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/yt-home')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Video overview', noindex: true }),
  component: VideoHomePage,
});
