import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { LinkButton } from '#ui/link-button.tsx';

interface Props {
  icon: IconName;
  title: string;
  children: ReactNode;
  /** Path of the unfiltered list. */
  all: LinkProps['to'];
}

/** Empty state of a list when nothing matches its filter. */
export const NoMatches = ({ icon, title, children, all }: Props) => (
  <EmptyState icon={icon} title={title} action={<LinkButton to={all}>Clear filter</LinkButton>}>
    <p>{children}</p>
  </EmptyState>
);
