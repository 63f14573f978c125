// Runs the simulations and drills that its parent names, in turn. Loaded and compiled once, they take half of the processor time.
// Each begins with containers that know nothing, so what came before does not matter.
interface Asked {
  /** Beside this file. */
  readonly file: string;
  readonly options: readonly string[];
}

const write = process.stdout.write;
let count = 0;
let last = Promise.resolve();

process.on("message", (asked: Asked) => {
  last = last.then(async () => void process.send?.(await run(asked)));
});

async function run({ file, options }: Asked) {
  let output = "";
  process.argv = [process.execPath, file, ...options];
  process.exitCode = undefined;
  process.stdout.write = (text: string | Uint8Array) => {
    output += text.toString();
    return true;
  };
  try {
    count += 1;
    // The query makes it run again.
    await import(`./${file}?${count}`);
    return { code: process.exitCode ?? 0, output };
  } catch (error) {
    return { code: 1, output: `${output}${error instanceof Error ? error.stack : error}` };
  } finally {
    process.exitCode = undefined;
    process.stdout.write = write;
  }
}
