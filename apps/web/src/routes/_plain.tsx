import { createFileRoute } from '@tanstack/react-router';
import { PlainLayout } from '#shell/plain-layout.tsx';
import { featuresQuery } from '#shell/use-features.ts';

export const Route = createFileRoute('/_plain')({
  loader: ({ context }) => context.queryClient.prefetchQuery(featuresQuery),
  component: PlainLayout,
});
