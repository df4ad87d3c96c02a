import { type DragEvent, useId, useState } from 'react';
import { useRefusal } from '../../standing.tsx';

/** A place for files: they are dropped on it, or chosen by its button, which a keyboard reaches as well. */
export function DropArea({
  accept,
  isDisabled,
  onFiles,
}: {
  accept: string;
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const id = useId();
  const refusal = useRefusal('call');
  const [isOver, setIsOver] = useState(false);
  const isClosed = isDisabled || refusal !== undefined;
  const drag = (event: DragEvent, isNowOver: boolean) => {
    // Without this the browser opens the file in place of the page.
    event.preventDefault();
    setIsOver(isNowOver && !isClosed);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={isOver ? 'drop drop-over' : 'drop'}
      data-testid="drop-area"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        if (!isClosed) onFiles([...event.dataTransfer.files]);
      }}
    >
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
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <label className="button button-main" htmlFor={id} title={refusal} aria-disabled={isClosed}>
        Choose files
      </label>
      <span id={`${id}-hint`} className="quiet">
        or drop them here: Word, PowerPoint, Excel, HTML, text, subtitles and XLIFF, up to 30 MiB each
      </span>
    </div>
  );
}
