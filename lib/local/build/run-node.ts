import { spawn } from "node:child_process";

/** Runs a script of this repository in a child process. @throws Error with its output where it fails */
export function runNode(
  root: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // CDK_CONTEXT_JSON of a surrounding CDK run would change this one.
    const env = { ...process.env, ...environment, NODE_OPTIONS: "" };
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: root,
      env,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        output += text;
      });
    }
    const stop = () => child.kill("SIGKILL");
    process.once("exit", stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("exit", stop);
      if (code === 0) resolve();
      else reject(new Error(`node ${args.join(" ")} failed:\n${output.trim()}`));
    });
  });
}
