import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "..", "src", "checkout.ts");

/** What a shell offers after `checkout` and the given words. */
const SHELLS = {
  bash: (script: string, words: readonly string[]) =>
    `${script}\nCOMP_WORDS=(checkout ${words.map((word) => `'${word}'`).join(" ")})
COMP_CWORD=${words.length}\n_checkout\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (script: string, words: readonly string[]) =>
    `compdef() { : }\ncompadd() { shift; print -l -- "$@" }\n${script}
words=(checkout ${words.map((word) => `'${word}'`).join(" ")})\nCURRENT=${words.length + 1}\n_checkout`,
  fish: (script: string, words: readonly string[]) =>
    `${script}\ncomplete -C "checkout ${words.join(" ")}"`,
} as const;

it("offers no option that a command's help does not name", () => {
  const print = (...args: string[]) =>
    spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" }).stdout;
  const help = new Map(
    [...print("--help").matchAll(/^ {2}checkout (\S+)(.*)$/gm)].map(([, name, rest]) => [
      name,
      rest,
    ]),
  );
  const everywhere = /Everywhere: (.*)/.exec(print("--help"))?.[1];
  const offered = [...print("completion", "bash").matchAll(/^ +(\w+)\) words="(--[^"]+)"/gm)];
  expect(offered.length).toBeGreaterThan(10);
  for (const [, name, options = ""] of offered) {
    const named = `${help.get(name)} ${everywhere} --help`;
    const unnamed = options.split(" ").filter((option) => !named.includes(option));
    expect([name, ...unnamed]).toEqual([name]);
  }
});

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])("completion in %s", (shell) => {
  const present = spawnSync(shell, ["--version"], { stdio: "ignore" }).status === 0;
  if (!present) console.log(`${shell} is not installed: its completion is not run`);

  it.skipIf(!present)("offers commands, their actions and their options", () => {
    const { stdout: script } = spawnSync(process.execPath, [CLI, "completion", shell], {
      encoding: "utf8",
    });
    const offered = (...words: string[]) => {
      const text = SHELLS[shell](script, words);
      const { stdout } = spawnSync(shell, ["-c", text], { encoding: "utf8" });
      return stdout.split("\n").map((line) => line.split("\t")[0]);
    };
    expect(offered("")).toEqual(expect.arrayContaining(["listen", "checkouts", "credits"]));
    expect(offered("checkouts", "")).toEqual(expect.arrayContaining(["create", "open", "verify"]));
    expect(offered("checkouts", "")).not.toContain("resend");
    expect(offered("deliveries", "resend", "--")).toEqual(
      expect.arrayContaining(["--all-failed", "--json"]),
    );
    expect(offered("listen", "--")).not.toContain("--all-failed");
  });

  it.skipIf(!present)("starts in a shell without settings", () => {
    const args = shell === "zsh" ? ["-f"] : shell === "fish" ? ["--no-config"] : ["--norc"];
    const print = `'${process.execPath}' '${CLI}' completion ${shell}`;
    const text = shell === "fish" ? `${print} | source` : `eval "$(${print})"`;
    const { status, stderr } = spawnSync(shell, [...args, "-c", text], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
