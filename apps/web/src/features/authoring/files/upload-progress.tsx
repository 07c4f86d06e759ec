import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fileSize } from '#lib/file-size.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { FileUpload } from './file-upload.ts';
import css from './files.module.css';
import { isConvertedPicture } from './upload-target.ts';

interface Props {
  upload: FileUpload;
  /** Extra action to offer when another file has the same name. */
  otherName?: ReactNode;
  /** Called when the user cancels the upload, or dismisses it after a failure. */
  onClose: () => void;
  /** Called when the height of the line may have changed. */
  onChange?: () => void;
}

/** Shows the progress of one upload, and the actions to take if it fails. */
export function UploadProgress({ upload, otherName, onClose, onChange }: Props) {
  const state = useSyncExternalStore(upload.subscribe, upload.read);
  // The parent is a CodeMirror widget, which must measure itself again after a change of height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has its own height
  useEffect(() => onChange?.(), [state.is]);
  const { path, file, target } = upload;
  const stop = () => {
    upload.stop();
    onClose();
  };
  if (state.is === 'failed')
    return (
      <UploadProblem path={path} problem={state.msg} onClose={onClose}>
        {state.canRetry && (
          <Button size="sm" icon="refresh" onClick={() => upload.start()}>
            Retry
          </Button>
        )}
      </UploadProblem>
    );
  if (state.is === 'taken')
    return (
      <UploadProblem path={path} problem="A file with this name already exists." onClose={onClose}>
        <Button size="sm" variant="danger" onClick={() => upload.replace()}>
          Replace
        </Button>
        {otherName}
      </UploadProblem>
    );
  const arrived = state.is === 'sending' ? Math.min(state.arrived, file.size) : file.size;
  return (
    <div className={css.uploading}>
      <p role="status">
        <span className={css.path}>{path}</span>{' '}
        {arrived === 0
          ? `Uploading ${fileSize(file.size)}${isConvertedPicture(target) ? ' and resizing it' : ''} …`
          : `${fileSize(arrived)} of ${fileSize(file.size)}`}
      </p>
      {arrived > 0 && <ProgressBar value={arrived} max={file.size} label={`Upload of ${path}`} tone="beacon" />}
      <Button size="sm" variant="quiet" icon="close" aria-label={`Cancel ${path}`} onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}

interface UploadProblemProps {
  path: string;
  problem: string;
  /** Actions that can solve the problem. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows why a file was not uploaded. */
export function UploadProblem({ path, problem, children, onClose }: UploadProblemProps) {
  return (
    <div className={css.problem} role="alert">
      <p>
        <Icon name="warning" size={16} />
        <span>
          <span className={css.path}>{path}</span> {problem}
        </span>
      </p>
      <div className={css.actions}>
        {children}
        <Button size="sm" variant="quiet" icon="close" aria-label={`Dismiss ${path}`} onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
