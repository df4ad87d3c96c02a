import { Upload } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFileDrop } from '../../components/documents/use-file-drop.ts';
import { t } from '../../lib/messages.ts';
import { useRefusal } from '../../state/refused-actions.ts';

interface DropAreaProps {
  readonly accept: string;
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Above the button, while there is no document. */
  readonly children?: ReactNode;
}

/** Accepts dropped files. The button does the same and is reachable by keyboard. */
export function DropArea({ accept, isDisabled, onFiles, children }: DropAreaProps) {
  const id = useId();
  const refusal = useRefusal('call');
  const isClosed = isDisabled || refusal !== undefined;
  const isOver = useFileDrop({ isDisabled: isClosed, onFiles });
  return (
    <div
      className={`drop${isOver ? ' drop-over' : ''}${children ? ' drop-empty' : ''}`}
      data-testid="drop-area"
    >
      {children}
      <input
        id={id}
        className="visually-hidden"
        type="file"
        multiple
        accept={accept}
        disabled={isClosed}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without a reset, selecting the same file again fires no event.
          event.target.value = '';
        }}
      />
      <label className="button button-main" htmlFor={id} title={refusal} aria-disabled={isClosed}>
        <Upload aria-hidden="true" />
        {t('Choose files')}
      </label>
      <span id={`${id}-hint`} className="quiet">
        {t('or drop them here: Word, PowerPoint, Excel, HTML, text, subtitles and XLIFF, up to 30 MiB each')}
      </span>
    </div>
  );
}
