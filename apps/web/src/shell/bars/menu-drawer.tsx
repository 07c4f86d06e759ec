import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { SideMenu } from './side-menu.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** At every width, because the page has no side menu; else only below 1024 px. */
  always: boolean;
}

/** The side menu where it has no room of its own. */
export function MenuDrawer({ open, onClose, always }: Props) {
  const router = useRouter();
  // Closes on every change of route, whoever caused it, and when the window grows to have room for the menu itself.
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
