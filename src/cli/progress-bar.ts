/** A bar for each file that is fetched, on a terminal alone: logs and pipes get none. */
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
    // Also after a failure: the cursor comes back, and the message gets a line of its own.
    [Symbol.dispose]: end,
  };
}
