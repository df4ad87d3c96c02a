/** A progress bar for each downloaded file. Shown only on a terminal, not in logs or pipes. */
import { SingleBar } from 'cli-progress';

export interface ProgressBars extends Disposable {
  show(file: string, haveBytes: number, totalBytes: number | undefined): void;
}

export function openProgressBars(
  isWanted: boolean,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBars {
  let bar: SingleBar | undefined;
  let shown: string | undefined;
  const end = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    show(file, haveBytes, totalBytes) {
      if (!isWanted || !stream.isTTY || totalBytes === undefined) return;
      if (file !== shown) {
        end();
        shown = file;
        bar = new SingleBar({
          stream,
          format: `${file} {bar} {percentage} %, {eta} s left`,
          hideCursor: true,
        });
        bar.start(totalBytes, haveBytes);
      }
      bar?.update(haveBytes);
      if (haveBytes >= totalBytes) end();
    },
    // Also runs after a failure, so that the cursor is restored and the message starts on a new line.
    [Symbol.dispose]: end,
  };
}
