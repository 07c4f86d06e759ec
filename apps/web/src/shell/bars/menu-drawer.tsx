import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { SideMenu } from './side-menu.tsx';

/** The side menu below 1024 px. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  // Closes on every change of route, whoever caused it, and when the window grows to have room for the menu itself.
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia('(width >= 1024px)');
    wide.addEventListener('change', onClose);
    const unsubscribe = router.subscribe('onBeforeNavigate', onClose);
    return () => {
      wide.removeEventListener('change', onClose);
      unsubscribe();
    };
  }, [open, onClose, router]);
  return (
    <Dialog kind="drawer" title="Menu" open={open} onClose={onClose}>
      <SideMenu />
    </Dialog>
  );
}
