import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { LinkButton } from '#ui/link-button.tsx';

interface Props {
  icon: IconName;
  title: string;
  children: ReactNode;
  /** The list without a filter. */
  all: LinkProps['to'];
}

/** In place of a list of which nothing fits the filter. */
export const NothingFits = ({ icon, title, children, all }: Props) => (
  <EmptyState icon={icon} title={title} action={<LinkButton to={all}>Show everything</LinkButton>}>
    <p>{children}</p>
  </EmptyState>
);
