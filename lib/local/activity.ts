// Counts running work anywhere in the stack. Code takes a token before the work becomes visible and returns it
// after starting what follows, so a count of zero means that nothing runs and nothing is about to.

export type Activity = {
  /** Marks a piece of work; call the result once, when it is done. */
  begin(): () => void;
  /** Resolves with true when nothing runs, or with false after the given real milliseconds. */
  idle(timeoutMilliseconds: number): Promise<boolean>;
  readonly running: number;
};

export function createActivity(): Activity {
  let running = 0;
  let waiters: (() => void)[] = [];

  const settleSoon = () => {
    // Two turns of the event loop: responses already in a socket may start more work.
    setImmediate(() =>
      setImmediate(() => {
        if (running > 0) return;
        const ready = waiters;
        waiters = [];
        for (const wake of ready) wake();
      }),
    );
  };

  return {
    begin() {
      running += 1;
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        running -= 1;
        if (running === 0) settleSoon();
      };
    },
    idle(timeoutMilliseconds) {
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiters = waiters.filter((waiter) => waiter !== wake);
          resolve(false);
        }, timeoutMilliseconds);
        waiters.push(wake);
        if (running === 0) settleSoon();
      });
    },
    get running() {
      return running;
    },
  };
}
