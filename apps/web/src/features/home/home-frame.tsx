import type { ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import { PageLinks } from '#ui/page-links.tsx';

const pages = [
  { to: '/', name: 'Overview' },
  { to: '/completed', name: 'Completed' },
  { to: '/yt-home', name: 'Video overview' },
  { to: '/yt-completed', name: 'Completed Courses' },
] as const;

interface Props {
  title: string;
  label?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** Layout of the home pages, with links between them. */
export const HomeFrame = ({ children, ...head }: Props) => (
  <Page {...head}>
    <PageLinks label="Overview" pages={pages} />
    {children}
  </Page>
);
