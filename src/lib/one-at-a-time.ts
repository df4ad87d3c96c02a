/**
 * A task that is asked for again and again and never runs twice at once. Who asks while it runs shares the one run that
 * comes next: a store that takes ten seconds to fail must not leave a queue of runs behind that goes on for minutes.
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
