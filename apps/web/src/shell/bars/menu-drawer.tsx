import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { SideMenu } from './side-menu.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** Whether the drawer is used at every width, because the page has no side menu; otherwise only below 1024 px. */
  always: boolean;
}

/** The side menu in a drawer, for pages and widths without space for it. */
export function MenuDrawer({ open, onClose, always }: Props) {
  const router = useRouter();
  // Closes on every navigation, and when the window becomes wide enough for the side menu.
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia('(width >= 1024px)');
    const onWide = () => !always && onClose();
    wide.addEventListener('change', onWide);
    const unsubscribe = router.subscribe('onBeforeNavigate', onClose);
    return () => {
      wide.removeEventListener('change', onWide);
      unsubscribe();
    };
  }, [open, onClose, always, router]);
  return (
    <Dialog kind="drawer" title="Menu" open={open} onClose={onClose}>
      <SideMenu />
    </Dialog>
  );
}
