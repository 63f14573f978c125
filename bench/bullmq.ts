/** Not one of our dependencies: P6 uses it only where it is installed. */
export const BULLMQ = "bullmq";

/** The parts of its API that P6 uses. */
export interface BullMq {
  readonly Queue: new (
    name: string,
    options: object,
  ) => {
    waitUntilReady(): Promise<unknown>;
    addBulk(jobs: readonly object[]): Promise<unknown>;
    close(): Promise<void>;
  };
  readonly Worker: new (
    name: string,
    handle: (job: { readonly data: { readonly body: string } }) => Promise<void>,
    options: object,
  ) => { on(event: "completed", heard: () => void): void; close(): Promise<void> };
}
