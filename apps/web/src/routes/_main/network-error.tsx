import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#lib/head.ts';
import { NetworkMessage } from '#shell/messages/network-message.tsx';

export const Route = createFileRoute('/_main/network-error')({
  head: () => pageHead({ title: 'Error', noindex: true }),
  component: () => <NetworkMessage />,
});
