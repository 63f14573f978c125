import { spawn } from "node:child_process";
import { once } from "node:events";

interface Ran {
  /** With which a process of its own would exit. */
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The program is a module that acts when it is loaded, so each command loads it anew, but not what it imports. */
const RUNNER = `
  import { pathToFileURL } from "node:url";
  const file = process.argv[2];
  let commands = 0;
  process.on("message", async ({ args, env }) => {
    const ran = { out: "", error: "" };
    const keep = (name) => (text) => { ran[name] += text; return true; };
    process.stdout.write = keep("out");
    process.stderr.write = keep("error");
    process.env = env;
    process.argv = [process.execPath, file, ...args];
    process.exitCode = undefined;
    try {
      await import(pathToFileURL(file) + "?" + commands++);
    } catch (error) {
      ran.error += error.stack;
      process.exitCode = 1;
    }
    process.removeAllListeners("SIGINT");
    process.stdout.removeAllListeners("error");
    process.send({ code: process.exitCode ?? 0, ...ran });
  });
  process.send("ready");`;

/**
 * Runs commands of a program in one process, one after the other: to load the program takes most of a command's time. Other
 * tests run such commands as a person does, in a process each. `env` is all that a command has of the environment.
 *
 * @throws Error where the process ends, as a command does that calls `process.exit`
 */
export function startCommands(file: string) {
  // Not by --eval, for which parseArgs takes other arguments. The program itself comes from an empty standard input.
  const runner = `data:text/javascript,${encodeURIComponent(RUNNER)}`;
  const child = spawn(process.execPath, ["--import", runner, "-", file], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A command of ${file} ended the process with ${code}.`);
  });
  const answer = async () => {
    const [message] = await Promise.race([once(child, "message"), ended]);
    return message as Ran;
  };
  let before: Promise<unknown> = answer();
  // Each command that waits for an answer sees it.
  ended.catch(() => {});
  const run = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> => {
    const ran = before.then(() => {
      child.send({ args, env });
      return answer();
    });
    before = ran;
    return ran;
  };
  return { run, close: () => void child.kill() };
}
