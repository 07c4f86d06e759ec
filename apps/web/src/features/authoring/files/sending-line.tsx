import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fileSize } from '#features/learn/modules/file-size.public.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import css from './files.module.css';
import type { Sending } from './sending.ts';
import { isPicture } from './target.ts';

interface Props {
  sending: Sending;
  /** What else can be done where another file has the name. */
  otherName?: ReactNode;
  /** It was stopped, or given up after it had failed. */
  onClose: () => void;
  /** It looks different now. */
  onChange?: () => void;
}

/** How far a file is on its way, and what can be done where it does not arrive. */
export function SendingLine({ sending, otherName, onClose, onChange }: Props) {
  const state = useSyncExternalStore(sending.subscribe, sending.read);
  // Where it stands is drawn by somebody else than React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has a height of its own
  useEffect(() => onChange?.(), [state.is]);
  const { path, file, target } = sending;
  const stop = () => {
    sending.stop();
    onClose();
  };
  if (state.is === 'failed')
    return (
      <FaultLine path={path} fault={state.msg} onClose={onClose}>
        {state.canGoOn && (
          <Button size="sm" icon="refresh" onClick={() => sending.start()}>
            Go on
          </Button>
        )}
      </FaultLine>
    );
  if (state.is === 'taken')
    return (
      <FaultLine path={path} fault="There is a file of this name already." onClose={onClose}>
        <Button size="sm" variant="danger" onClick={() => sending.replace()}>
          Replace it
        </Button>
        {otherName}
      </FaultLine>
    );
  const arrived = state.is === 'sending' ? Math.min(state.arrived, file.size) : file.size;
  return (
    <div className={css.sending}>
      <p role="status">
        <span className={css.path}>{path}</span>{' '}
        {arrived === 0
          ? `Sending ${fileSize(file.size)}${isPicture(target) ? ' and making its sizes' : ''} …`
          : `${fileSize(arrived)} of ${fileSize(file.size)}`}
      </p>
      {arrived > 0 && <ProgressBar value={arrived} max={file.size} label={`Sent of ${path}`} tone="beacon" />}
      <Button size="sm" variant="quiet" icon="close" aria-label={`Cancel ${path}`} onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}

interface FaultProps {
  path: string;
  fault: string;
  /** What can be done about it. */
  children?: ReactNode;
  onClose: () => void;
}

/** A file that does not arrive, and why. */
export function FaultLine({ path, fault, children, onClose }: FaultProps) {
  return (
    <div className={css.fault} role="alert">
      <p>
        <Icon name="warning" size={16} />
        <span>
          <span className={css.path}>{path}</span> {fault}
        </span>
      </p>
      <div className={css.acts}>
        {children}
        <Button size="sm" variant="quiet" icon="close" aria-label={`Give up ${path}`} onClick={onClose}>
          Give up
        </Button>
      </div>
    </div>
  );
}
