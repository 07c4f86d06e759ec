import { createFileRoute } from '@tanstack/react-router';
import { featuresQuery } from '#entities/site/use-features.ts';
import { PlainLayout } from '#shell/plain-layout.tsx';

export const Route = createFileRoute('/_plain')({
  loader: ({ context }) => context.queryClient.prefetchQuery(featuresQuery),
  component: PlainLayout,
});
