/**
 * Files that are dropped anywhere in the window, also beside the page's content: there, the browser would leave the page to
 * open the file, and what was typed would be lost. Text that is dragged is left to the browser.
 */
import { useEffect, useRef, useState } from 'react';

interface FileDrop {
  /** Files are neither taken nor opened. */
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Whether files are over the window. */
export function useFileDrop(drop: FileDrop): boolean {
  const current = useRef(drop);
  current.current = drop;
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // Entering an element leaves another one: only the difference says whether a file is over the window.
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setIsOver(depth > 0);
    };
    const [enter, leave] = [move(1), move(-1)];
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      // The drag may have begun before the page was there to see it enter.
      setIsOver(true);
    };
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const { isDisabled, onFiles } = current.current;
      if (!isDisabled) onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', over);
    addEventListener('drop', take);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', over);
      removeEventListener('drop', take);
    };
  }, []);
  return isOver && !drop.isDisabled;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
